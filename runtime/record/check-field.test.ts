import { expect, test } from "vitest";
import type { Field } from "../schema/types.gen.ts";
import { aContext, aModel } from "./order-fixture.ts";
import { createRecordRules } from "./record-rules.ts";
import type { RecordContext } from "./record-types.ts";

/** Messages for one field's value. */
function messages(field: Field, value: unknown, context: Partial<RecordContext> = {}): readonly string[] {
  const rules = createRecordRules(aModel({ x: field }), () => undefined);
  return rules.apply({ x: value }, aContext(context)).errors.map((error) => error.message);
}

const text = (more: Partial<Extract<Field, { type: "string" }>> = {}): Field => ({
  type: "string",
  title: "名称",
  ...more,
});
const integer = (more: Partial<Extract<Field, { type: "integer" }>> = {}): Field => ({
  type: "integer",
  title: "数量",
  ...more,
});

test("FRM-01 a missing mobile number asks 请输入手机号 and a wrong one 请输入正确手机号", () => {
  const mobile = text({ title: "手机号", required: true, rules: [{ pattern: "mobile" }] });
  expect(messages(mobile, "")).toEqual(["请输入手机号"]);
  expect(messages(mobile, "12345")).toEqual(["请输入正确手机号"]);
  expect(messages(mobile, "13800138000")).toEqual([]);
});

test("FRM-02 a user name is required, has letters, digits and underscores, and 4 to 18 of them", () => {
  const name = text({
    title: "用户名",
    required: true,
    rules: [{ pattern: "username" }, { pattern: "username-length" }],
  });
  expect(messages(name, null)).toEqual(["请输入用户名"]);
  expect(messages(name, "中文")).toEqual(["只允许字母、数字、下划线"]);
  expect(messages(name, "abc")).toEqual(["长度6到18个字符"]);
  expect(messages(name, "x".repeat(19))).toEqual(["长度6到18个字符"]);
  expect(messages(name, "abcd")).toEqual([]);
});

test("FRM-03 an e-mail address is optional and must be one", () => {
  const email = text({ title: "邮箱", rules: [{ pattern: "email" }] });
  expect(messages(email, "")).toEqual([]);
  expect(messages(email, "a@b")).toEqual(["邮箱格式不正确"]);
});

test("FRM-04 lengths count characters, and the message names the bound", () => {
  const short = text({ minLength: 2, maxLength: 4 });
  expect(messages(short, "😀😀😀😀")).toEqual([]);
  expect(messages(short, "😀😀😀😀😀")).toEqual(["最大长度4位字符"]);
  expect(messages(short, "a")).toEqual(["最小长度2位字符"]);
  expect(messages(text(), "x".repeat(100))).toEqual([]);
  expect(messages(text(), "x".repeat(101))).toEqual(["最大长度100位字符"]);
});

test("FRM-05 patterns, check rules and expressions skip an empty value", () => {
  const refused = () => "不允许";
  const rules = [{ pattern: "mobile" }, { checkRule: "any" }, { expr: "{{ false }}", message: "总是错" }] as const;
  for (const empty of ["", "  ", null, undefined]) {
    expect(messages(text({ rules }), empty, { checkRule: refused })).toEqual([]);
  }
});

test("TBL-16 the rule * alone asks for a value, in its own words where it has some", () => {
  expect(messages(text({ rules: [{ pattern: "*" }] }), " ")).toEqual(["请输入名称"]);
  expect(messages(text({ rules: [{ pattern: "*", message: "名称不能空着" }, { pattern: "s" }] }), "")).toEqual([
    "名称不能空着",
  ]);
  expect(messages(text({ rules: [{ pattern: "*" }], readOnly: true }), "")).toEqual([]);
  expect(messages(text({ rules: [{ pattern: "*" }], when: "{{ false }}" }), "")).toEqual([]);
});

test("a stored check rule is asked by its code and answers with its message unless the field has one", () => {
  const asked: string[] = [];
  const checkRule = (code: string, value: string) => {
    asked.push(`${code} ${value}`);
    return value === "bad" ? "不符合规则" : undefined;
  };
  expect(messages(text({ rules: [{ checkRule: "no_bad" }] }), "bad", { checkRule })).toEqual(["不符合规则"]);
  expect(messages(text({ rules: [{ checkRule: "no_bad", message: "换一个" }] }), "bad", { checkRule })).toEqual([
    "换一个",
  ]);
  expect(messages(text({ rules: [{ checkRule: "no_bad" }] }), "good", { checkRule })).toEqual([]);
  expect(asked).toEqual(["no_bad bad", "no_bad bad", "no_bad good"]);
});

test("rules are tried in order, the first error ends the check and warnings before it stay", () => {
  const field = text({
    rules: [
      { pattern: "^[a-z]+$", message: "建议小写", level: "warning" },
      { pattern: "^.{3}$", message: "须三位" },
      { pattern: "^x", message: "须以 x 开头" },
    ],
  });
  expect(messages(field, "AB")).toEqual(["建议小写", "须三位"]);
  expect(messages(field, "abc")).toEqual(["须以 x 开头"]);
  expect(messages(field, "xyz")).toEqual([]);
});

test.each(["date", "datetime"] as const)("a %s before 1900 is taken for a slip of the keys", (type) => {
  const time = type === "datetime" ? " 00:00:00" : "";
  const saidOf = (day: string) => messages({ title: "生日", type }, day + time);
  expect(saidOf("0001-01-01")).toEqual(["不能早于 1900 年"]);
  expect(saidOf("1899-12-31")).toEqual(["不能早于 1900 年"]);
  expect(saidOf("1900-01-01")).toEqual([]);
});

test("a number is held between its bounds", () => {
  const field = integer({ minimum: 1, maximum: 999 });
  expect(messages(field, 0)).toEqual(["不能小于 1"]);
  expect(messages(field, 1)).toEqual([]);
  expect(messages(field, 999)).toEqual([]);
  expect(messages(field, 1000)).toEqual(["不能大于 999"]);
  expect(messages(field, "12a")).toEqual(["请输入整数"]);
});

test("a number outside bounds that came after it stays; another one there is refused", () => {
  const rules = createRecordRules(aModel({ x: integer({ maximum: 999 }) }), () => undefined);
  const context = aContext({ mode: "edit", before: { id: "1", x: 5000 } });
  const saidOf = (x: number) => rules.apply({ id: "1", x }, context).errors.map(({ message }) => message);
  expect(saidOf(5000)).toEqual([]);
  expect(saidOf(5001)).toEqual(["不能大于 999"]);
});

test("an expression rule sees the whole record and its own value", () => {
  const field = integer({ rules: [{ expr: "{{ row.x % 100 == 0 }}", message: "须为 100 的整数倍" }] });
  expect(messages(field, 150)).toEqual(["须为 100 的整数倍"]);
  expect(messages(field, 200)).toEqual([]);
});

test.each([
  [text({ title: "门店", dict: "store", required: true }), "请选择门店"],
  [text({ title: "凭证", required: true, widget: { type: "image-upload" } }), "请上传凭证"],
  [{ type: "date", title: "日期", required: true } as const, "请选择日期"],
  [{ type: "money", title: "金额", required: true } as const, "请输入金额"],
  [text({ title: "会员", required: true, widget: { type: "popup", code: "m", map: {} } }), "请选择会员"],
])("a missing value is asked for in the words of its editor: %#", (field, message) => {
  expect(messages(field, null)).toEqual([message]);
});

test("0, false and blank-free text are values", () => {
  expect(messages(integer({ required: true }), 0)).toEqual([]);
  expect(messages({ type: "boolean", title: "启用", required: true }, false)).toEqual([]);
  expect(messages(text({ required: true }), "   ")).toEqual(["请输入名称"]);
});

test("each of several values must belong to the dictionary", () => {
  const field = text({ title: "标签", multiple: true, dict: "tag" });
  const dictHas = (_dict: unknown, value: string) => ["a", "b"].includes(value);
  expect(messages(field, ["a", "b"], { dictHas })).toEqual([]);
  expect(messages(field, "a,x", { dictHas })).toEqual(["请从标签的选项中选择"]);
  expect(messages(field, "a,x", { dictHas: () => undefined })).toEqual([]);
});

test("a value that only the server sets may be empty when a person saves", () => {
  expect(messages(text({ readOnly: true, required: true }), null)).toEqual([]);
  expect(messages(text({ value: "{{ null }}", required: true }), null)).toEqual(["请输入名称"]);
});

test.each([
  ["2026-03-01,2026-03-31", []],
  ["2026-03-01,2026-03-01", []],
  ["2026-03-01,", ["请填写开始和结束"]],
  [",2026-03-31", ["请填写开始和结束"]],
  ["2026-03-01,31 号", ["请输入正确的日期"]],
  ["2026-03-31,2026-03-01", ["结束不能早于开始"]],
])("PCK-14 a range of days has two ends in their order: %j", (value, expected) => {
  expect(messages(text({ widget: { type: "range" } }), value)).toEqual(expected);
});

test.each([
  ["month", "2026-03,2026-04", []],
  ["month", "2026-03,2026-13", ["请输入正确的日期"]],
  ["time", "09:00:00,25:00", ["请输入正确的时间"]],
  ["datetime", "2026-03-01 09:00:00,2026-03-01 10:00:00", []],
] as const)("PCK-14 the ends of a range of %ss are checked as such: %j", (of, value, expected) => {
  expect(messages(text({ widget: { type: "range", of } }), value)).toEqual(expected);
});

test.each([
  ["month", "2026-11", []],
  ["month", "2026-13", ["请输入正确的日期"]],
  ["date", "2026-02-30", ["请输入正确的日期"]],
  ["datetime", "2026-02-28 08:30:00", []],
  ["datetime", "明天", ["请输入正确的日期时间"]],
  ["time", "08:30", []],
  ["time", "25:61", ["请输入正确的时间"]],
] as const)("PCK-14 a text that a calendar writes is a %s, whoever types it: %j", (type, value, expected) => {
  expect(messages(text({ widget: { type } }), value)).toEqual(expected);
});
