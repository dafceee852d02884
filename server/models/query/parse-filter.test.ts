import { describe, expect, it } from "vitest";
import { parseBound, parseFilter, type QueryField } from "./parse-filter.ts";

const name: QueryField = { name: "name", type: "string", title: "姓名", multiple: false };
const age: QueryField = { name: "age", type: "integer", title: "年龄", multiple: false };
const amount: QueryField = { name: "amount", type: "money", title: "金额", multiple: false };
const tags: QueryField = { name: "tags", type: "string", title: "标签", multiple: true };
const born: QueryField = { name: "born", type: "date", title: "生日", multiple: false };
const made: QueryField = { name: "made", type: "datetime", title: "创建时间", multiple: false };

const always = { kind: "every", of: [] };
const compare = (field: string, op: string, value: unknown) => ({ kind: "compare", field, op, value });
const text = (field: string, place: string, value: string) => ({
  kind: "text",
  field,
  place,
  text: value,
  negate: false,
});

describe("a list parameter selects its operator by its value", () => {
  const cases: [QueryField, string, unknown][] = [
    [name, "abc", compare("name", "eq", "abc")],
    [name, "*abc*", text("name", "contains", "abc")],
    [name, "*abc", text("name", "ends", "abc")],
    [name, "abc*", text("name", "starts", "abc")],
    [name, "*50%_*", text("name", "contains", "50%_")],
    [name, "a,b,c", { kind: "in", field: "name", values: ["a", "b", "c"], negate: false }],
    [name, "!abc", compare("name", "ne", "abc")],
    [name, "a++b", compare("name", "eq", "a,b")],
    [name, "", always],
    [name, "   ", always],
    [name, "**", always],
    [name, "*", compare("name", "eq", "*")],
    [name, "!", compare("name", "eq", "!")],
    [name, "ge 5", compare("name", "ge", "5")],
    [name, "<b>", compare("name", "eq", "<b>")],
    [age, ">= 5", compare("age", "ge", "5")],
    [age, "<= 5", compare("age", "le", "5")],
    [age, "> 5", compare("age", "gt", "5")],
    [age, "< 5", compare("age", "lt", "5")],
    [age, "= 5", compare("age", "eq", "5")],
    [age, "!= 5", compare("age", "ne", "5")],
    [age, "ge 5", compare("age", "ge", "5")],
    [age, "le 5", compare("age", "le", "5")],
    [age, "gt 5", compare("age", "gt", "5")],
    [age, "lt 5", compare("age", "lt", "5")],
    [age, "eq 5", compare("age", "eq", "5")],
    [age, "ne 5", compare("age", "ne", "5")],
    [age, ">=5", compare("age", "ge", "5")],
    [age, "<=5", compare("age", "le", "5")],
    [age, ">5", compare("age", "gt", "5")],
    [age, "!=5", compare("age", "ne", "5")],
    [age, "!5", compare("age", "ne", "5")],
    [age, "1,2", { kind: "in", field: "age", values: ["1", "2"], negate: false }],
    [amount, ">=0.10", compare("amount", "ge", "0.10")],
    [amount, "-3.5", compare("amount", "eq", "-3.5")],
    [tags, ",a,b,", { kind: "holdsAny", field: "tags", values: ["a", "b"] }],
    [tags, "a,b", { kind: "holdsAny", field: "tags", values: ["a", "b"] }],
    [tags, "a", { kind: "holdsAny", field: "tags", values: ["a"] }],
    [born, "2026-03", compare("born", "eq", "2026-03-01")],
    [made, "2026-03-01 08:00:00", compare("made", "eq", "2026-03-01 08:00:00")],
    [made, "> 2026-03-01", compare("made", "gt", "2026-03-01 23:59:59.999999")],
    [
      made,
      "2026-03-01",
      {
        kind: "every",
        of: [compare("made", "ge", "2026-03-01 00:00:00"), compare("made", "le", "2026-03-01 23:59:59.999999")],
      },
    ],
  ];
  it.each(cases)("$0.name=$1", (field, value, expected) => {
    expect(parseFilter(field, value)).toEqual(expected);
  });
});

describe("bounds", () => {
  it("a date of ten characters opens at midnight and closes at the end of the day", () => {
    expect(parseBound(made, "2026-02-01", "start")).toEqual(compare("made", "ge", "2026-02-01 00:00:00"));
    expect(parseBound(made, "2026-02-28", "end")).toEqual(compare("made", "le", "2026-02-28 23:59:59.999999"));
  });

  it("a month closes at its last day", () => {
    expect(parseBound(born, "2028-02", "end")).toEqual(compare("born", "le", "2028-02-29"));
  });
});

describe("a value that does not fit its field is refused", () => {
  const refused: [QueryField, string, string][] = [
    [age, "abc", "查询条件“年龄”的值“abc”不正确"],
    [age, "1;drop table member", "查询条件“年龄”的值“1;drop table member”不正确"],
    [age, "1.5", "查询条件“年龄”的值“1.5”不正确"],
    [amount, "1e9999", "查询条件“金额”的值“1e9999”不正确"],
    [born, "2026-02-30", "查询条件“生日”的值“2026-02-30”不正确"],
    [made, "2026-03-01 25:00:00", "查询条件“创建时间”的值“2026-03-01 25:00:00”不正确"],
    [name, "x".repeat(100_000), "查询条件“姓名”过长，最多 2000 个字符"],
    [name, "a\u0000b", "查询条件“姓名”含有不能识别的字符"],
    [name, Array.from({ length: 1_001 }, (_, index) => index).join(","), "查询条件“姓名”过长，最多 2000 个字符"],
  ];
  it.each(refused)("$0.name: $2", (field, value, reason) => {
    expect(() => parseFilter(field, value)).toThrowError(expect.objectContaining({ details: { reason } }));
  });
});
