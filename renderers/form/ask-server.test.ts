import { expect, test, vi } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import type { ScreenDocument } from "../../runtime/schema/types.gen.ts";
import { serverCheck } from "./ask-server.ts";
import { recordLogic } from "./form-logic.ts";
import { FormSession } from "./form-session.ts";

const model = resolveModel(
  {
    schemaVersion: 1,
    id: "test/account",
    title: "账号",
    table: "test_account",
    base: "/test/account",
    permissionPrefix: "test:account",
    fields: {
      name: { type: "string", title: "账号", maxLength: 20, unique: true, rules: [{ pattern: "letters" }] },
      idNo: { type: "string", title: "证件号", rules: [{ pattern: "only", level: "warning", message: "已有人使用" }] },
      goods: { type: "string", title: "商品", rules: [{ checkRule: "goods_no" }] },
      mobile: { type: "string", title: "手机号", unique: true, permission: { plain: "test:account:plain" } },
    },
    indexes: [{ fields: ["name"], unique: true, message: "账号已被占用" }],
  },
  () => "name",
);
const screen = {
  schemaVersion: 1,
  kind: "list",
  id: "test/account",
  model: "test/account",
  views: {
    form: {
      items: [{ field: "name", rules: [{ pattern: "username-length" }] }, "goods", "mobile", "idNo"],
      rules: [{ expr: "{{ form.goods != form.name }}", field: "goods", message: "商品和账号不能相同" }],
    },
  },
} as ScreenDocument;
const plan = compileScreen(screen, new Map([["test/account", model]])) as ListPlan;

/** A form over a stored row, and a server that refuses what `taken` says. */
function openForm(taken: readonly unknown[], denied: readonly string[] = []) {
  const asked: RequestOptions[] = [];
  const services = {
    hasPermission: (code: string) => !denied.includes(code),
    permissions: { auth: [], allAuth: [] },
    async send(options: RequestOptions) {
      asked.push(options);
      const { fieldVal, value } = options.params ?? {};
      if (taken.includes(fieldVal ?? value)) throw new RequestError("该值不可用", 200, undefined);
    },
  } as unknown as ConsoleServices;
  const view = plan.views.get("form");
  if (!view) throw new Error("no form");
  const row = { id: "a1", name: "lily", goods: "G1" };
  const context = { mode: "edit", now: "2026-01-01 00:00:00", user: {}, before: row } as never;
  const session = new FormSession(recordLogic(plan, view, row, context, new Set()), serverCheck(model, services, "a1"));
  const errors = (name: string) => session.field(name).selfErrors;
  const warnings = (name: string) => session.field(name).selfWarnings;
  return { session, asked, errors, warnings };
}

test("FRM-05 a value that another record holds is told when the field is left, until it is another one", async () => {
  const { session, asked, errors } = openForm(["tom", "maria"]);
  session.input("name", "maria");
  session.leave("name");
  await vi.waitFor(() => expect(errors("name")).toEqual(["账号已被占用"]));
  expect(asked).toMatchObject([
    {
      url: "/sys/duplicate/check",
      params: { tableName: "test/account", fieldName: "name", fieldVal: "maria", dataId: "a1" },
    },
  ]);
  session.input("name", "mariab");
  expect(errors("name")).toEqual([]);
});

test("FRM-05 a value that may stand in two records is told and does not hold the save", async () => {
  const { session, asked, errors, warnings } = openForm(["110101"]);
  session.input("idNo", "110101");
  session.leave("idNo");
  await vi.waitFor(() => expect(warnings("idNo")).toEqual(["已有人使用"]));
  expect(asked).toMatchObject([{ url: "/sys/duplicate/check", params: { fieldName: "idNo", fieldVal: "110101" } }]);
  expect(errors("idNo")).toEqual([]);
  expect(session.check()).toEqual([]);
});

test("FRM-05 who sees a field masked is not told by it whether a value is taken", async () => {
  const plain = openForm(["13800136207"]);
  plain.session.input("mobile", "13800136207");
  plain.session.leave("mobile");
  await vi.waitFor(() => expect(plain.errors("mobile")).toEqual(["该值不可用"]));
  const masked = openForm(["13800136207"], ["test:account:plain"]);
  masked.session.input("mobile", "13800136207");
  masked.session.leave("mobile");
  masked.session.input("goods", "G2");
  masked.session.leave("goods");
  await vi.waitFor(() => expect(masked.asked).toHaveLength(1));
  expect(masked.asked[0]?.url).toBe("/sys/checkRule/checkByCode");
  expect(masked.errors("mobile")).toEqual([]);
});

test("FRM-05 a stored check rule is asked when its field is left", async () => {
  const { session, asked, errors } = openForm(["G9"]);
  session.input("goods", "G9");
  session.leave("goods");
  await vi.waitFor(() => expect(errors("goods")).toEqual(["该值不可用"]));
  expect(asked).toMatchObject([{ url: "/sys/checkRule/checkByCode", params: { ruleCode: "goods_no", value: "G9" } }]);
});

test("FRM-05 nothing is asked about an empty value, one that is wrong here already, and the record's own", async () => {
  const { session, asked, errors } = openForm([]);
  session.input("name", "");
  session.leave("name");
  session.input("name", "12");
  session.leave("name");
  expect(errors("name")).toEqual(["请输入英文字符"]);
  session.input("name", "lily");
  session.leave("name");
  session.leave("goods");
  await Promise.resolve();
  expect(asked).toEqual([]);
});

test("an answer that comes after the value has changed says nothing", async () => {
  const { session, asked, errors } = openForm(["maria"]);
  session.input("name", "maria");
  session.leave("name");
  session.input("name", "martha");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await Promise.resolve();
  await Promise.resolve();
  expect(errors("name")).toEqual([]);
});

test("what a view says beyond its model is checked in its form", () => {
  const { session } = openForm([]);
  session.set({ name: "abc", goods: "abc" });
  expect(session.check()).toEqual([
    { field: "goods", message: "商品和账号不能相同", level: "error" },
    { field: "name", message: "长度6到18个字符", level: "error" },
  ]);
});
