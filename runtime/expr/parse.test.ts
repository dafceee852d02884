import { expect, test } from "vitest";
import { parseExpression } from "./parse.ts";

const problem = (source: string) => parseExpression(source).diagnostics[0];

test("paths that an expression reads are listed from their roots", () => {
  expect(parseExpression("row.price * form['qty'] + rows[0].amount").refs).toEqual([
    ["row", "price"],
    ["form", "qty"],
    ["rows", "0", "amount"],
  ]);
});

test("a list function with a literal column reads that column", () => {
  expect(parseExpression("sum(row.details, 'amount') + count(row.details)").refs).toEqual([
    ["row", "details", "amount"],
    ["row", "details"],
  ]);
  expect(parseExpression("join(rows, sep, 'name')").refs).toEqual([["rows", "name"], ["sep"]]);
});

test("a computed key ends the path and is read itself", () => {
  expect(parseExpression("row[form.key].name").refs).toEqual([["row"], ["form", "key"]]);
  expect(parseExpression("[row.a, now][form.i]").refs).toEqual([["row", "a"], ["now"], ["form", "i"]]);
});

test("references carry the place of their root and calls are listed once", () => {
  const parsed = parseExpression("if(len(row.a) > 0, len(row.b), 0)");
  expect(parsed.calls).toEqual(["if", "len"]);
  expect(parsed.references).toEqual([
    { path: ["row", "a"], offset: 7 },
    { path: ["row", "b"], offset: 23 },
  ]);
});

test.each([
  ["", 0, "表达式为空"],
  ["   ", 3, "表达式为空"],
  ["row.", 4, "点号后缺少名称"],
  ["1 +", 3, "表达式不完整"],
  ["(1", 2, "缺少 )"],
  ["[1", 2, "缺少 ]"],
  ["1 2", 2, "这里不应出现 2"],
  ["a ? 1", 5, "缺少 :"],
  ["'abc", 0, "文本没有结束的引号"],
  ["'a\\q'", 2, "不支持的转义 \\q"],
  ["row.a = 1", 6, "不支持赋值；比较请用 =="],
  ["row.a & 1", 6, "请用 &&"],
  ["`a`", 0, "不支持模板字符串，请用 + 连接文本"],
  ["{a:1}", 0, "不支持对象写法"],
  ["x => 1", 2, "不支持赋值；比较请用 =="],
  ["row.a#", 5, "不认识的字符 #"],
  ["row.trim()", 8, "只能调用内置函数，不能调用值的方法"],
  ["summ(rows)", 0, "没有函数 summ，是否为 sum"],
  ["frobnicate(1)", 0, "没有函数 frobnicate"],
  ["round()", 0, "函数 round 需要 1–2 个参数，写了 0 个"],
  ["today(1)", 0, "函数 today 需要 0 个参数，写了 1 个"],
  ["concat()", 0, "函数 concat 需要 至少 1 个参数，写了 0 个"],
  ["1 + this", 4, "不支持 this"],
  ["row.x == undefined", 9, "请用 null"],
  ["row.constructor", 4, "不能使用 constructor"],
  ["1e999", 0, "数字 1e999 太大"],
  ["+1", 0, "这里不应出现 +"],
])("%j is refused at character %i: %s", (source, offset, message) => {
  expect(problem(source)).toMatchObject({ offset, message });
});

test("a misspelt function carries the nearest name as suggestion", () => {
  expect(problem("dateadd('2026-01-01', 1)")?.suggestion).toBe("dateAdd");
});

test("2,000 characters are read and 2,001 are refused", () => {
  expect(parseExpression("1".padEnd(2000)).diagnostics).toEqual([]);
  expect(problem("1".padEnd(2001))?.message).toBe("表达式超过 2000 个字符");
});

test("64 levels of nesting are read and 65 are refused", () => {
  const nested = (levels: number) => `${"(".repeat(levels)}1${")".repeat(levels)}`;
  expect(parseExpression(nested(63)).diagnostics).toEqual([]);
  expect(problem(nested(64))?.message).toBe("嵌套超过 64 层");
  expect(problem(`${"!".repeat(1000)}1`)?.message).toBe("嵌套超过 64 层");
  expect(problem(`${"1?".repeat(400)}1${":1".repeat(400)}`)?.message).toBe("嵌套超过 64 层");
});

test("a long flat chain of operators is no nesting", () => {
  expect(parseExpression(`1${" + 1".repeat(400)}`).diagnostics).toEqual([]);
});
