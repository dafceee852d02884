import { expect, test } from "vitest";
import { aMomentMs, processorMs } from "../../tests/support/processor-ms.ts";
import tables from "./pattern-cases.json";
import { namedPatterns, patternOf } from "./patterns.ts";

type Table = { readonly code: string; readonly title: string; readonly good: string[]; readonly bad: string[] };
const list: readonly Table[] = tables;

test("every named pattern has a table of 50 good and 50 bad values", () => {
  expect(list.map((table) => table.code).sort()).toEqual([...namedPatterns.keys()].sort());
  for (const { code, good, bad } of list) {
    expect(new Set(good).size, code).toBeGreaterThanOrEqual(50);
    expect(new Set(bad).size, code).toBeGreaterThanOrEqual(50);
  }
});

const flat = (kind: "good" | "bad") =>
  list.flatMap(({ title, code, ...table }) => table[kind].map((value) => ({ title, code, value })));

test.each(flat("good"))("$title: $code accepts $value", ({ code, value }) => {
  expect(patternOf(code).test(value)).toBe(true);
});

test.each(flat("bad"))("$title: $code refuses $value", ({ code, value }) => {
  expect(patternOf(code).test(value)).toBe(false);
});

test.each([
  ["FRM-01", "mobile", "请输入正确手机号"],
  ["FRM-02", "username", "只允许字母、数字、下划线"],
  ["FRM-02", "username-length", "长度6到18个字符"],
  ["FRM-03", "email", "邮箱格式不正确"],
  ["FRM-04", "natural", "请输入自然数"],
  ["FRM-04", "letters", "请输入英文字符"],
  ["FRM-04", "landline", "请输入正确的座机号"],
  ["FRM-04", "bankcard", "请输入正确的银行卡号码"],
  ["FRM-04", "idno", "请输入正确的证件号码"],
  ["FRM-04", "idcard", "请输入正确的身份证号码"],
  ["FRM-04", "qq", "请输入正确的QQ号码"],
  ["FRM-04", "http", "请输入以http和https开头的网址"],
  ["FRM-04", "alnum20", "请输入20位以内的英文字符和数字"],
  ["FRM-04", "name", "请输入2到100位的中英文字符和空格"],
  ["FRM-04", "digits-lines", "请输入数字和换行符"],
  ["FRM-04", "max255", "请输入255位以内的字符"],
])("%s: a value that %s refuses is answered with %s", (_id, code, message) => {
  expect(patternOf(code).message).toBe(message);
});

test("a written expression is tried on at most 1,000 characters", () => {
  const digits = patternOf("^\\d+$");
  expect(digits.test("1".repeat(1000))).toBe(true);
  expect(digits.test("1".repeat(1001))).toBe(false);
});

test("an expression that is none, or may run without end, refuses every value", () => {
  expect(patternOf("(").test("(")).toBe(false);
  const elapsedMs = processorMs(() => {
    expect(patternOf("^(a+)+$").test(`${"a".repeat(900)}b`)).toBe(false);
    expect(patternOf("^(a+)+$").test("a")).toBe(false);
  });
  expect(elapsedMs).toBeLessThan(aMomentMs);
});

test("the code only is left to where all rows are known", () => {
  expect(patternOf("only").test("anything")).toBe(true);
});
