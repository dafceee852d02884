import { describe, expect, test } from "vitest";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { ReadCell } from "./clipboard.ts";
import { readPasted } from "./read-pasted.ts";

const column = (type: string, more: object = {}): GridColumnPlan =>
  ({
    name: "x",
    title: "列",
    field: { type, multiple: false, ...more },
    editor: { kind: "editor", type: "input", props: { type: "input" } },
    ...more,
  }) as unknown as GridColumnPlan;
const read = (type: string, text: string, more: object = {}): ReadCell =>
  readPasted(column(type, more), text, options, new Map([["清溪公司", { value: "c1", text: "清溪公司" }]]));

const options = [
  { value: "1", text: "启用", title: "启用" },
  { value: "0", text: "停用", title: "停用" },
];
const year = new Date().getFullYear();

describe("a copied text becomes the value of its column", () => {
  test.each([
    ["date", "2026/3/4", "2026-03-04"],
    ["date", "46000", "2025-12-09"],
    ["date", "3月4日", `${year}-03-04`],
    ["date", "2026年3月4日", "2026-03-04"],
    ["datetime", "46000.5", "2025-12-09 12:00:00"],
    ["datetime", "2026/3/4 8:05", "2026-03-04 08:05:00"],
    ["time", "0.75", "18:00"],
    ["money", "￥1,234.50", 1234.5],
    ["money", "(3.00)", -3],
    ["money", "１２元", 12],
    ["percent", "12%", 12],
    ["number", "12%", 0.12],
    ["string", " 甲 ", "甲"],
    ["string", "—", null],
  ])("%s: %s", (type, text, value) => {
    expect(read(type, text)).toEqual({ value });
  });

  test("words of a dictionary and of rows become their values", () => {
    expect(read("string", "停用", { dict: { kind: "code", code: "valid" } })).toEqual({ value: "0" });
    expect(read("string", "启用、停用", { dict: { kind: "code" }, multiple: true })).toEqual({ value: "1,0" });
    expect(read("string", "清溪公司", { dict: { kind: "model", model: "test/company" } })).toEqual({
      value: "c1",
      text: "清溪公司",
    });
  });
});

describe("what does not fit stays as it was copied", () => {
  test.each([
    ["date", "2026/13/4"],
    ["date", "下周一"],
    ["money", "约 12 元"],
  ])("%s: %s", (type, text) => {
    expect(read(type, text)).toEqual({ value: text });
  });

  test("a word that no entry has is told", () => {
    expect(read("string", "冻结", { dict: { kind: "code" } })).toEqual({ value: "冻结", misfit: "“冻结”不在可选项中" });
    expect(read("string", "无名", { dict: { kind: "model" } })).toEqual({ value: "无名", misfit: "没有找到“无名”" });
  });
});
