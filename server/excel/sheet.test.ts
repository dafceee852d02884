import { expect, test } from "vitest";
import { neutraliseFormula } from "./sheet.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1:A2)", "\t=1+1", "\r=1+1"])("%j is marked as text for a spreadsheet", (text) => {
  expect(neutraliseFormula(text)).toBe(`'${text}`);
});

test.each(["", "绿豆糕", "1+1", "a@b.cn", "'=1+1"])("%j stays as it is: no spreadsheet runs it", (text) => {
  expect(neutraliseFormula(text)).toBe(text);
});
