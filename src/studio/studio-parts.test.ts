import { applyEdits, parse } from "jsonc-parser";
import { expect, test } from "vitest";
import { fieldAt, offersAt, targetAt } from "./document-offers.ts";
import { editsFor, editsToAdd, textWithMoved } from "./edit-text.ts";
import { outlineOf } from "./outline-nodes.ts";
import type { Words } from "./studio-types.ts";

const words: Words = {
  models: [{ id: "store/store", title: "门店", fields: [{ name: "name", title: "门店名称", type: "string" }] }],
  screens: [{ id: "store/store", title: "门店" }],
  dicts: [{ code: "store_status", title: "门店状态" }],
  roles: [],
  permissions: [{ code: "store:store:export", title: "导出" }],
};
const text = `{
  "kind": "list",
  "model": "store/store",

  "fields": { "x": { "dict": "" } },
  "table": { "columns": [ "name", { "field": "city", "width": 90 }, "" ] },
  "toolbar": [ { "key": "a", "permission": "", "icon": "", "visible": "{{ ro }}" } ]
}
`;
const at = (part: string, offset = part.length) => text.indexOf(part) + offset;
const values = (offset: number) => offersAt(text, offset, words)?.offers.map(({ value }) => value) ?? [];

test("names are offered where they fit: dictionaries, permissions, icons, fields, models", () => {
  expect(values(at('"dict": "'))).toEqual(["store_status"]);
  expect(values(at('"permission": "'))).toEqual(["store:store:export"]);
  expect(values(at('"icon": "'))).toContain("BankOutlined");
  expect(values(at('"width": 90 }, "'))).toEqual(["x", "name"]);
  expect(values(at('"model": "'))).toEqual(["store/store"]);
  expect(values(at('"kind": "'))).toEqual([]);
});

test("inside an expression its roots and functions are offered, for the word at the cursor", () => {
  const found = offersAt(text, at("{{ ro"), words);
  expect(text.slice(found?.from, found?.to)).toBe("ro");
  expect(found?.offers.map(({ value }) => value)).toEqual(expect.arrayContaining(["row", "form", "round", "hasPerm"]));
});

test("a name leads to where it is defined: a field to its model, a screen to its file", () => {
  expect(targetAt(text, at('[ "na'), words)?.address).toBe(
    "/online/documentEditor?path=store%2Fstore.model.json&at=name",
  );
  expect(targetAt(text, at('"kind": "li'), words)).toBeUndefined();
});

test("a field to rename is known where a screen names it and where its model has it, and nowhere else", () => {
  expect(fieldAt(text, at('[ "na'), words)).toBe("store/store.name");
  expect(fieldAt(text, at('"kind": "li'), words)).toBeUndefined();
  expect(fieldAt(text, at('"field": "ci'), words)).toBeUndefined();
  const model = '{ "id": "store/store", "fields": { "name": { "type": "string" } } }';
  expect(fieldAt(model, model.indexOf("name") + 2, words)).toBe("store/store.name");
  expect(fieldAt(model, model.indexOf("type") + 2, words)).toBeUndefined();
});

test("the outline shows columns and buttons by the names that people know", () => {
  const nodes = outlineOf(parse(text), (name) => (name === "name" ? "门店名称" : undefined));
  expect(nodes.map(({ title }) => title)).toEqual(["字段", "表格", "工具栏按钮"]);
  expect(nodes[1]?.children[0]?.children.map(({ title }) => title)).toEqual(["门店名称", "city", ""]);
});

test("an edit from the outline touches its place only: blank lines and every other line stay", () => {
  const wider = applyEdits(text, editsFor(text, ["table", "columns", 1, "width"], 120));
  expect(wider).toBe(text.replace("90", "120"));
  const more = applyEdits(text, editsToAdd(text, ["table", "columns"], 3, "phone"));
  expect(parse(more).table.columns).toEqual(["name", { field: "city", width: 90 }, "", "phone"]);
  expect(more.split("\n")[3]).toBe("");
  expect(parse(textWithMoved(text, ["table", "columns", 1], -1)).table.columns).toEqual([
    { field: "city", width: 90 },
    "name",
    "",
  ]);
  expect(textWithMoved(text, ["table", "columns", 0], -1)).toBe(text);
});

test("a title that is a whole text is cut in the outline", () => {
  const panel = { type: "stat", title: "长".repeat(5_000), value: "{{ 1 }}" };
  expect(outlineOf({ panels: [panel] }, () => undefined)[0]?.children[0]?.title).toBe(`${"长".repeat(40)}…`);
});
