import { describe, expect, it } from "vitest";
import { resolveModel } from "../model/resolve-model.ts";
import type { ModelDocument } from "../schema/types.gen.ts";
import { decideAction, decideButton } from "./action.ts";
import { fieldAccess } from "./field-access.ts";
import type { Grants } from "./grants.ts";
import { maskText } from "./mask.ts";
import { payloadGrants } from "./payload-grants.ts";
import { rowCondition } from "./row-rules.ts";
import { faultText, ruleFault } from "./rule-faults.ts";

const model = resolveModel(
  {
    schemaVersion: 1,
    id: "test/order",
    title: "订单",
    table: "test_order",
    base: "/test/order",
    permissionPrefix: "test:order",
    fields: {
      name: { type: "string", title: "名称" },
      fee: { type: "money", title: "服务费", permission: { see: "test:order:fee" } },
      price: { type: "money", title: "单价", permission: { edit: "test:order:price" } },
      mobile: {
        type: "string",
        title: "手机号",
        permission: { plain: "test:order:plain" },
        cell: { type: "mask", keepStart: 3, keepEnd: 4 },
      },
      qty: { type: "integer", title: "数量" },
      status: { type: "string", title: "状态", readOnly: true },
    },
  } as ModelDocument,
  () => undefined,
);

const grants = (permissions: string[], controlled: string[] = [], isAdmin = false): Grants => ({
  isAdmin,
  permissions: new Set(permissions),
  controlled: new Set(controlled),
});
const access = (name: string, given: Grants) => {
  const field = model.fields.get(name);
  if (!field) throw new Error(name);
  const { visible, writable, mask } = fieldAccess(model, field, given);
  return { visible, writable, masked: mask !== undefined };
};

describe("actions", () => {
  it("a call is for holders of its code and for the administrator", () => {
    expect(decideAction(grants(["a:add"]), "a:add").allowed).toBe(true);
    expect(decideAction(grants([]), "a:add")).toEqual({
      allowed: false,
      reasons: [{ kind: "notGranted", code: "a:add" }],
    });
    expect(decideAction(grants([], [], true), "a:add").reasons).toEqual([{ kind: "administrator" }]);
  });

  it("a button whose code is switched off shows, an unknown one does not", () => {
    expect(decideButton(grants([]), new Set(["a:add"]), "a:add").allowed).toBe(true);
    expect(decideButton(grants([], ["a:add"]), new Set(["a:add"]), "a:add").allowed).toBe(false);
    expect(decideButton(grants([]), new Set(), "a:add").allowed).toBe(false);
  });
});

describe("the console's two lists", () => {
  it("decide the same as the server's grants", () => {
    const auth = [{ action: "test:order:fee, a:add" }];
    const allAuth = [
      { action: "a:add", status: "1" },
      { action: "a:edit", status: "0" },
      { action: "a:delete", status: "1" },
      { action: "test:order:see:name", status: "1" },
    ];
    const given = payloadGrants({ auth, allAuth }, ["clerk"]);
    expect(["a:add", "a:edit", "a:delete"].map((code) => decideButton(given, given.existing, code).allowed)).toEqual([
      true,
      true,
      false,
    ]);
    expect(access("fee", given).visible).toBe(true);
    expect(access("name", given).visible).toBe(false);
    expect(payloadGrants({ auth: [], allAuth: [] }, ["admin"]).isAdmin).toBe(true);
  });
});

describe("fields", () => {
  it("a field with a see code is absent without it", () => {
    expect(access("fee", grants([]))).toEqual({ visible: false, writable: false, masked: false });
    expect(access("fee", grants(["test:order:fee"]))).toEqual({ visible: true, writable: true, masked: false });
  });

  it("a field with an edit code is read-only without it", () => {
    expect(access("price", grants([]))).toEqual({ visible: true, writable: false, masked: false });
  });

  it("a field with a plain code is masked without it", () => {
    expect(access("mobile", grants([])).masked).toBe(true);
    expect(access("mobile", grants(["test:order:plain"])).masked).toBe(false);
  });

  it("a permission row narrows what the model leaves open, and the most restrictive wins", () => {
    expect(access("name", grants([], ["test:order:see:name"])).visible).toBe(false);
    expect(access("name", grants([], ["test:order:edit:name"]))).toEqual({
      visible: true,
      writable: false,
      masked: false,
    });
    expect(access("fee", grants(["test:order:fee"], ["test:order:see:fee"])).visible).toBe(false);
  });

  it("a read-only field is written by nobody, the administrator included", () => {
    expect(access("status", grants([], [], true)).writable).toBe(false);
    expect(access("id", grants([], [], true)).writable).toBe(false);
  });
});

describe("row rules", () => {
  const variables = {
    username: "clerk",
    realname: "陈晓",
    userId: "7",
    orgCode: "A01A04",
    orgCodes: ["A01A04", "A01A05"],
    tenantId: 0,
    now: "2026-03-01 10:00:00",
  };
  const rule = (column: string, condition: string, value: string) => ({ column, condition, value });
  const read = (...rules: ReturnType<typeof rule>[]) => rowCondition(model, rules, variables);

  it("a variable becomes a value of the condition, never text of it", () => {
    expect(read(rule("sysOrgCode", "=", "#{sys_org_code}"))).toEqual({
      kind: "compare",
      field: "sysOrgCode",
      op: "eq",
      value: "A01A04",
    });
    expect(read(rule("sysOrgCode", "RIGHT_LIKE", "#{sysOrgCode}%"))).toEqual({
      kind: "text",
      field: "sysOrgCode",
      place: "starts",
      text: "A01A04",
      negate: false,
    });
    expect(read(rule("sysOrgCode", "IN", "#{sys_multi_org_code},A01"))).toEqual({
      kind: "in",
      field: "sysOrgCode",
      values: ["A01A04", "A01A05", "A01"],
      negate: false,
    });
  });

  it("an empty or unknown variable matches no row", () => {
    const noDepartment = { ...variables, orgCode: "" };
    expect(rowCondition(model, [rule("sysOrgCode", "RIGHT_LIKE", "#{sys_org_code}%")], noDepartment)).toEqual({
      kind: "never",
    });
    for (const value of ["#{constructor}", "#{x1}", "#{sys-org-code}", "#{sys_org_code", "#{}", "%", ""]) {
      for (const condition of ["=", "!=", "IN", "LIKE", "RIGHT_LIKE"]) {
        if (value === "%" && !condition.includes("LIKE")) continue;
        expect(read(rule("name", condition, value)), `${condition} ${value}`).toEqual({ kind: "never" });
      }
    }
  });

  it("a misspelt column matches no row, beside sound rules too", () => {
    expect(read(rule("sysOrgCod", "=", "#{sys_org_code}"))).toEqual({ kind: "never" });
    expect(read(rule("qty", ">", "1"), rule("sysOrgCod", "=", "A01"))).toMatchObject({
      kind: "every",
      of: [{ kind: "compare" }, { kind: "never" }],
    });
  });

  it.each([
    ["sysOrgCod", "=", "A01", "测试没有字段 sysOrgCod，是否应为 sysOrgCode"],
    ["zzzzzzzz", "=", "A01", "测试没有字段 zzzzzzzz"],
    ["name", "LIKES", "A01", "没有条件规则 LIKES，是否应为 LIKE"],
    ["name", "USE_SQL_RULES", "1=1", "不支持自定义 SQL，请用字段、条件和值来写"],
    ["name", "=", "#{sys_org_cod}", "没有系统变量 #{sys_org_cod}，是否应为 #{sys_org_code}"],
    ["name", "=", "#{sysOrgCod}", "没有系统变量 #{sysOrgCod}，是否应为 #{sys_org_code}"],
    ["qty", ">", "many", "规则值“many”不能与数量比较"],
    ["qty", "IN", "1,x", "规则值“1,x”不能与数量比较"],
    ["name", "LIKE", "%", "规则值“%”不能与名称比较"],
    ["name", "LIKE", "#{sys_org_code}%", undefined],
    ["qty", "IN", "1,2", undefined],
  ])("%s %s %s is told as: %s", (column, condition, value, text) => {
    const fault = ruleFault({ ...model, title: "测试" }, { column, condition, value });
    expect(fault && faultText({ ...model, title: "测试" }, fault)).toBe(text);
  });

  it("SQL fragments, unknown operators and values of the wrong type match no row", () => {
    expect(read(rule("name", "USE_SQL_RULES", "1=1"))).toEqual({ kind: "never" });
    expect(read(rule("", "USE_SQL_RULES", "1=1"))).toEqual({ kind: "never" });
    expect(read(rule("name", "~", "x"))).toEqual({ kind: "never" });
    expect(read(rule("qty", ">", "1 or 1=1"))).toEqual({ kind: "never" });
  });

  it("one field holds the later rule", () => {
    expect(read(rule("qty", ">", "1"), rule("qty", "<", "9"))).toEqual({
      kind: "compare",
      field: "qty",
      op: "lt",
      value: "9",
    });
  });
});

describe("masks", () => {
  it.each([
    ["13912345678", 3, 4, "139****5678"],
    ["张三丰", 1, 0, "张**"],
    ["1234567", 3, 4, "*******"],
    ["", 3, 4, ""],
  ])("%s keeping %i and %i reads %s", (text, keepStart, keepEnd, expected) => {
    expect(maskText(text, { keepStart, keepEnd })).toBe(expected);
  });

  it("masking a masked text changes nothing", () => {
    expect(maskText("139****5678", { keepStart: 3, keepEnd: 4 })).toBe("139****5678");
  });
});
