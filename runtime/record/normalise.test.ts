import { expect, test } from "vitest";
import type { FieldType } from "../model/resolved-model.ts";
import { normaliseValue } from "./normalise.ts";

const good: readonly (readonly [FieldType, unknown, unknown])[] = [
  ["string", "a", "a"],
  ["string", " a ", " a "],
  ["string", "", null],
  ["string", "   ", null],
  ["string", null, null],
  ["string", undefined, null],
  ["string", 12.5, "12.5"],
  ["string", true, "true"],
  ["string", "a\u0000b", "ab"],
  ["string", "\ud800x", "\ufffdx"],
  ["string", "😀", "😀"],
  ["text", "a\nb", "a\nb"],
  ["integer", 5, 5],
  ["integer", "5", 5],
  ["integer", " -7 ", -7],
  ["integer", "5.0", 5],
  ["integer", 0, 0],
  ["integer", "", null],
  ["integer", 9007199254740991, 9007199254740991],
  ["number", "1.25", 1.25],
  ["number", ".5", 0.5],
  ["number", "1e2", 100],
  ["money", "19.90", 19.9],
  ["money", 999999999999.99, 999999999999.99],
  ["money", -0.01, -0.01],
  ["percent", 100, 100],
  ["percent", "12.5", 12.5],
  ["boolean", true, true],
  ["boolean", "false", false],
  ["boolean", "Y", true],
  ["boolean", "N", false],
  ["boolean", 1, true],
  ["boolean", "0", false],
  ["date", "2026-11-21", "2026-11-21"],
  ["date", "2026-11-21 08:00:00", "2026-11-21"],
  ["date", "2026/1/5", "2026-01-05"],
  ["date", "2026-11", "2026-11-01"],
  ["date", "2024-02-29", "2024-02-29"],
  ["datetime", "2026-11-21 08:03:09", "2026-11-21 08:03:09"],
  ["datetime", "2026-11-21 08:03", "2026-11-21 08:03:00"],
  ["datetime", "2026-11-21T08:03:09", "2026-11-21 08:03:09"],
  ["datetime", "2026-11-21", "2026-11-21 00:00:00"],
  ["datetime", "2026/1/5 08:03:09", "2026-01-05 08:03:09"],
  ["time", "08:30", "08:30"],
  ["time", "8:30", "08:30"],
  ["time", "08:30:00", "08:30"],
  ["time", "23:59:59", "23:59:59"],
  ["json", { a: [1] }, { a: [1] }],
  ["json", 0, 0],
  ["json", false, false],
];

test.each(good)("a %s from %j becomes %j", (type, value, expected) => {
  expect(normaliseValue({ type, multiple: false, scale: type === "integer" ? 0 : 2 }, value)).toEqual({
    value: expected,
  });
});

const bad: readonly (readonly [FieldType, unknown, string])[] = [
  ["string", { a: 1 }, "请输入文本"],
  ["string", ["a"], "请输入文本"],
  ["integer", 1.5, "请输入整数"],
  ["integer", "1.5", "请输入整数"],
  ["integer", "abc", "请输入整数"],
  ["integer", "1,000", "请输入整数"],
  ["integer", "0x10", "请输入整数"],
  ["integer", true, "请输入整数"],
  ["integer", Number.NaN, "请输入整数"],
  ["integer", 9007199254740992, "不能超过 9007199254740991"],
  ["number", "12元", "请输入数字"],
  ["number", [], "请输入数字"],
  ["number", {}, "请输入数字"],
  ["number", "1e999", "请输入数字"],
  ["number", 1.234, "最多 2 位小数"],
  ["money", 0.001, "最多 2 位小数"],
  ["money", "1.005", "最多 2 位小数"],
  ["money", 1_000_000_000_000, "不能超过 999999999999.99"],
  ["percent", 1000, "不能超过 999.99"],
  ["boolean", "yes", "请选择是或否"],
  ["boolean", 2, "请选择是或否"],
  ["boolean", "constructor", "请选择是或否"],
  ["date", "2026-02-30", "请输入正确的日期"],
  ["date", "2026-13-01", "请输入正确的日期"],
  ["date", "21.11.2026", "请输入正确的日期"],
  ["date", 20261121, "请输入正确的日期"],
  ["date", "2026-00-10", "请输入正确的日期"],
  ["date", "0000-01-01", "请输入正确的日期"],
  ["datetime", "2026-11-21 24:00:00", "请输入正确的日期时间"],
  ["datetime", "2026-11-21 08:60:00", "请输入正确的日期时间"],
  ["datetime", "2026-11-21T08:03:09Z", "请输入正确的日期时间"],
  ["datetime", 1763683200000, "请输入正确的日期时间"],
  ["time", "24:00", "请输入正确的时间"],
  ["time", "08:60", "请输入正确的时间"],
  ["time", "0830", "请输入正确的时间"],
  ["time", 830, "请输入正确的时间"],
];

test.each(bad)("a %s from %j is answered with %s and kept as it came", (type, value, message) => {
  const result = normaliseValue({ type, multiple: false, scale: type === "integer" ? 0 : 2 }, value);
  expect(result.message).toBe(message);
});

test("a JSON field takes a value or its text; text that is no JSON is kept and reported", () => {
  const field = { type: "json", multiple: false, scale: undefined } as const;
  expect(normaliseValue(field, '{"reset":"day"}')).toEqual({ value: { reset: "day" } });
  expect(normaliseValue(field, { reset: "day" })).toEqual({ value: { reset: "day" } });
  expect(normaliseValue(field, "[object Object]")).toEqual({
    value: "[object Object]",
    message: "请输入正确的 JSON",
  });
});

test("several values are joined with commas, blanks dropped", () => {
  const field = { type: "string", multiple: true, scale: undefined } as const;
  expect(normaliseValue(field, ["a", "", "b"])).toEqual({ value: "a,b" });
  expect(normaliseValue(field, [])).toEqual({ value: null });
  expect(normaliseValue(field, [{}]).message).toBe("请输入文本");
});
