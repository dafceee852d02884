import { expect, test } from "vitest";
import { compileBraced, compileTemplate, isExpression, resolveJson, sourceOf, splitTemplate } from "./template.ts";

const scope = { row: { orderNo: "SO1", qty: 2, nothing: null }, selection: { keys: ["1", "2"] } };

test.each([
  ["{{ row.a }}", true],
  ["{{'}}'}}", true],
  ["{{ 'a\\'}}' }}", true],
  ["{{a}}{{b}}", false],
  ["{{ a }} 条", false],
  [" {{ a }}", false],
  ["plain", false],
  ["{{ a", false],
  ["", false],
  [5, false],
  [null, false],
  [["{{ a }}"], false],
])("%j is an expression: %s", (value, expected) => {
  expect(isExpression(value)).toBe(expected);
});

test("a template shows values as text and nothing as empty text", () => {
  expect(compileTemplate("订单 {{ row.orderNo }}：{{ row.qty }} 件{{ row.nothing }}{{ row.missing }}")(scope)).toBe(
    "订单 SO1：2 件",
  );
  expect(compileTemplate("确定审核选中的 {{ len(selection.keys) }} 条订单吗？")(scope)).toBe(
    "确定审核选中的 2 条订单吗？",
  );
});

test("a broken expression in a template is empty text and an unclosed brace stays", () => {
  expect(compileTemplate("a{{ 1 + }}b{{ c")(scope)).toBe("ab{{ c");
});

test("a template's parts know where they begin", () => {
  expect(splitTemplate("a{{ b }}c")).toEqual([
    { kind: "text", text: "a" },
    { kind: "expression", source: " b ", offset: 3 },
    { kind: "text", text: "c" },
  ]);
});

test("a whole expression keeps the type of its value", () => {
  expect(compileBraced("{{ selection.keys }}")(scope)).toEqual(["1", "2"]);
  expect(compileBraced("not braced")(scope)).toBeUndefined();
  expect(sourceOf("{{ a }}")).toBe(" a ");
});

test("expressions inside JSON become values, everything else stays", () => {
  const params = {
    id: "{{ row.orderNo }}",
    list: ["{{ row.qty }}", "x"],
    text: "{{ a }} b",
    none: "{{ row.missing }}",
    n: 1,
  };
  expect(resolveJson(params, scope)).toEqual({ id: "SO1", list: [2, "x"], text: "{{ a }} b", none: null, n: 1 });
});

test("a template longer than 100,000 characters is cut", () => {
  const long = { a: "x".repeat(99_999) };
  expect(compileTemplate("{{ a }}{{ a }}")(long)).toHaveLength(100_000);
});
