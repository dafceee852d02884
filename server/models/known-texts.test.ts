import { expect, test } from "vitest";
import { KnownTexts } from "./known-texts.ts";

const store = ["store"];

test("texts read are known until their table is written", () => {
  const texts = new KnownTexts();
  texts.keep("row store", store, texts.generationOf(store), new Map([["1", "东门店"]]));
  texts.keep("row store", store, texts.generationOf(store), new Map([["2", null]]));
  expect([...(texts.of("row store") ?? [])]).toEqual([
    ["1", "东门店"],
    ["2", null],
  ]);
  texts.forget("member", "changed");
  expect(texts.of("row store")?.get("1")).toBe("东门店");
  texts.forget("store", "changed");
  expect(texts.of("row store")).toBeUndefined();
});

test("texts read before a write and answered after it are not kept", () => {
  const texts = new KnownTexts();
  const before = texts.generationOf(store);
  texts.forget("store", "changed");
  texts.keep("row store", store, before, new Map([["1", "旧名"]]));
  expect(texts.of("row store")).toBeUndefined();
});

test("an item's text goes with a write of either of its tables", () => {
  const texts = new KnownTexts();
  const tables = ["sys_dict", "sys_dict_item"];
  texts.keep("item sex", tables, texts.generationOf(tables), new Map([["1", "男"]]));
  texts.forget("sys_dict_item", "changed");
  expect(texts.of("item sex")).toBeUndefined();
});
