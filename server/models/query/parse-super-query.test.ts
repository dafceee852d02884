import { describe, expect, it } from "vitest";
import type { QueryField } from "./parse-filter.ts";
import { parseSuperQuery } from "./parse-super-query.ts";

const fields = new Map<string, QueryField>([
  ["name", { name: "name", type: "string", title: "姓名", multiple: false }],
  ["age", { name: "age", type: "integer", title: "年龄", multiple: false }],
]);
const read = (text: string, match = "and") =>
  parseSuperQuery(text, match, {
    fieldOf: (name) => fields.get(name),
    childFieldOf: (table, name) => {
      const field = table === "lines" ? fields.get(name) : undefined;
      return field && { relation: "lines", field };
    },
  });
const one = (item: object) => read(JSON.stringify([item]));
const refusal = (reason: string) => expect.objectContaining({ errorName: "INVALID", details: { reason } });

const like = (place: string, text: string, negate = false) => ({ kind: "text", field: "name", place, text, negate });
const compare = (op: string, value: string) => ({ kind: "compare", field: "age", op, value });

describe("advanced query", () => {
  const cases: [string, string, unknown, unknown][] = [
    ["age", "eq", "5", compare("eq", "5")],
    ["age", "ne", 5, compare("ne", "5")],
    ["age", "gt", "5", compare("gt", "5")],
    ["age", "ge", "5", compare("ge", "5")],
    ["age", "lt", "5", compare("lt", "5")],
    ["age", "le", "5", compare("le", "5")],
    ["age", "=", "5", compare("eq", "5")],
    ["age", "!=", "5", compare("ne", "5")],
    ["age", ">", "5", compare("gt", "5")],
    ["age", ">=", "5", compare("ge", "5")],
    ["age", "<", "5", compare("lt", "5")],
    ["age", "<=", "5", compare("le", "5")],
    ["name", "like", "50%", like("contains", "50%")],
    ["name", "left_like", "a", like("ends", "a")],
    ["name", "right_like", "a", like("starts", "a")],
    ["name", "LEFT_LIKE", "a", like("ends", "a")],
    ["name", "RIGHT_LIKE", "a", like("starts", "a")],
    ["name", "not_like", "a", like("contains", "a", true)],
    ["age", "in", "1,2", { kind: "in", field: "age", values: ["1", "2"], negate: false }],
    ["age", "IN", [1, 2], { kind: "in", field: "age", values: ["1", "2"], negate: false }],
    ["age", "not_in", "1,2", { kind: "in", field: "age", values: ["1", "2"], negate: true }],
    ["age", "range", "1,2", { kind: "every", of: [compare("ge", "1"), compare("le", "2")] }],
    ["age", "not_range", "1,2", { kind: "some", of: [compare("lt", "1"), compare("gt", "2")] }],
    ["age", "empty", "", { kind: "empty", field: "age", negate: false }],
    ["age", "not_empty", null, { kind: "empty", field: "age", negate: true }],
  ];
  it.each(cases)("%s %s %s", (field, rule, val, expected) => {
    expect(one({ field, rule, val })).toEqual({ kind: "every", of: [expected] });
  });

  it("is read as JSON first and decoded once more only when that fails", () => {
    const item = [{ field: "name", rule: "like", val: "100%25" }];
    const expected = (text: string) => ({ kind: "every", of: [like("contains", text)] });
    expect(read(JSON.stringify(item))).toEqual(expected("100%25"));
    expect(read(encodeURIComponent(JSON.stringify(item)))).toEqual(expected("100%25"));
  });

  it.each(["lines,age", "lines@age"])("asks the sub-rows for %s", (field) => {
    expect(one({ field, rule: "gt", val: "5" })).toEqual({
      kind: "every",
      of: [{ kind: "child", relation: "lines", where: compare("gt", "5") }],
    });
  });

  it("joins by or when asked, in any letter case", () => {
    const items = JSON.stringify([
      { field: "age", rule: "eq", val: "1" },
      { field: "age", rule: "eq", val: "2" },
    ]);
    expect(read(items, "OR")).toEqual({ kind: "some", of: [compare("eq", "1"), compare("eq", "2")] });
  });

  it("leaves out items without field, rule or value", () => {
    expect(one({ field: "", rule: "eq", val: "1" })).toEqual({ kind: "every", of: [] });
    expect(one({ field: "age", rule: "eq", val: "" })).toEqual({ kind: "every", of: [] });
  });

  it("QRY-01 takes groups among the conditions, each with its own joint", () => {
    const age = (val: string) => ({ field: "age", rule: "eq", val });
    const group = { matchType: "or", conditions: [age("1"), { matchType: "and", conditions: [age("2"), age("3")] }] };
    expect(read(JSON.stringify([age("0"), group]))).toEqual({
      kind: "every",
      of: [
        compare("eq", "0"),
        { kind: "some", of: [compare("eq", "1"), { kind: "every", of: [compare("eq", "2"), compare("eq", "3")] }] },
      ],
    });
  });

  it("leaves out a group of nothing: an empty “or” must not hide every row", () => {
    const empty = { matchType: "or", conditions: [{ field: "age", rule: "eq", val: "" }] };
    expect(one(empty)).toEqual({ kind: "every", of: [] });
  });

  const nested = (depth: number): unknown =>
    depth === 0 ? { field: "age", rule: "eq", val: "1" } : { matchType: "and", conditions: [nested(depth - 1)] };
  const wide = { matchType: "or", conditions: Array(60).fill({ field: "age", rule: "eq", val: "1" }) };

  const bad: [string, string][] = [
    [JSON.stringify([nested(6)]), "高级查询的条件组最多嵌套 5 层"],
    [JSON.stringify([wide, wide]), "高级查询最多 100 个条件"],
    [
      JSON.stringify([{ matchType: 1, conditions: [{ field: "age", rule: "eq", val: "1" }] }]),
      "高级查询的匹配方式只能是 and 或 or",
    ],
    ['[{"matchType":"and","conditions":[{"field":"secret","rule":"eq","val":"1"}]}]', "高级查询中没有字段“secret”"],
    ["{oops", "高级查询条件格式不正确"],
    ['"text"', "高级查询条件格式不正确"],
    ["[1]", "高级查询条件格式不正确"],
    ['[{"field":"name","rule":"eq","val":{"a":1}}]', "高级查询条件格式不正确"],
    ['[{"field":"password","rule":"eq","val":"1"}]', "高级查询中没有字段“password”"],
    ['[{"field":"lines@secret","rule":"eq","val":"1"}]', "高级查询中没有字段“lines@secret”"],
    ['[{"field":"other@age","rule":"eq","val":"1"}]', "高级查询中没有字段“other@age”"],
    ['[{"field":"__proto__","rule":"eq","val":"1"}]', "高级查询中没有字段“__proto__”"],
    ['[{"field":"name","rule":"constructor","val":"1"}]', "高级查询不支持规则“constructor”"],
    ['[{"field":"name","rule":"USE_SQL_RULES","val":"1=1"}]', "高级查询不支持规则“USE_SQL_RULES”"],
    ['[{"field":"name","rule":"ext","val":"1=1"}]', "高级查询不支持规则“ext”"],
    ['[{"field":"age","rule":"eq","val":"1 or 1=1"}]', "查询条件“年龄”的值“1 or 1=1”不正确"],
    [JSON.stringify(Array(101).fill({ field: "age", rule: "eq", val: "1" })), "高级查询最多 100 个条件"],
  ];
  it.each(bad)("refuses %.60s", (text, reason) => {
    expect(() => read(text)).toThrowError(refusal(reason));
  });

  it("refuses a match type that is neither and nor or", () => {
    expect(() => read("[]", "and 1=1")).toThrowError(refusal("高级查询的匹配方式只能是 and 或 or"));
  });
});
