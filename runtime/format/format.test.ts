import { expect, test } from "vitest";
import { formatNumber } from "./number.ts";
import { ellipsis, mask } from "./text.ts";
import { formatTime } from "./time.ts";

test.each([
  [12460, 2, "12,460.00"],
  [-1234.5, 2, "-1,234.50"],
  [1.005, 2, "1.01"],
  [0.5, 0, "1"],
  [-0.001, 2, "0.00"],
  [999999999999.99, 2, "999,999,999,999.99"],
  ["80", 2, "80.00"],
  [1234.5, undefined, "1,234.5"],
  ["无", 2, "无"],
])("the number %j with %j decimals reads %s", (value, scale, text) => {
  expect(formatNumber(value, scale)).toBe(text);
});

test.each([
  ["2024-11-21 14:32:08", "YYYY-MM-DD HH:mm", "2024-11-21 14:32"],
  ["2024-11-21T14:32:08", "HH:mm:ss", "14:32:08"],
  ["2024-11-21", "YYYY-MM", "2024-11"],
  ["昨天", "YYYY-MM-DD", "昨天"],
])("the time %s in %s reads %s", (value, pattern, text) => {
  expect(formatTime(value, pattern)).toBe(text);
});

test("PCK-14 a Chinese character takes two places of an ellipsis", () => {
  expect(ellipsis("企业团购订单", 8)).toBe("企业团购…");
  expect(ellipsis("abcdefgh", 8)).toBe("abcdefgh");
});

test("a mask keeps the start and the end, and what the server masked stays as it is", () => {
  expect(mask("13800136207", 3, 4)).toBe("138****6207");
  expect(mask("138****6207", 3, 4)).toBe("138****6207");
  expect(mask("1380", 3, 4)).toBe("1380");
});
