import { expect, test } from "vitest";
import { csvLines } from "./separated-text.ts";
import { neutraliseFormula, withoutFormulaMark } from "./sheet-text.ts";

test.each([
  "=1+1",
  "+1",
  "-1+1",
  "-2.5.1",
  "@SUM(A1:A2)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1:A2)",
  '=HYPERLINK("https://a.example","x")',
  "=cmd|'/c calc'!A0",
])("%j is marked as text for a spreadsheet, and comes in again without the mark", (text) => {
  expect(neutraliseFormula(text)).toBe(`'${text}`);
  expect(withoutFormulaMark(`'${text}`)).toBe(text);
});

test.each(["", "绿豆糕", "1+1", "a@b.cn", "'=1+1", "-1", "-12.50"])(
  "%j stays as it is: no spreadsheet runs it",
  (text) => {
    expect(neutraliseFormula(text)).toBe(text);
  },
);

test("an apostrophe that marks nothing stays", () => {
  expect(["'90s", "'", "it's"].map(withoutFormulaMark)).toEqual(["'90s", "'", "it's"]);
});

test("what another separator would split off stays in its cell of a text file", () => {
  expect(csvLines([["a;=1+1", "a\t=1+1", '=a"b', -1]])).toBe('"a;=1+1","a\t=1+1","\'=a""b",-1\r\n');
});
