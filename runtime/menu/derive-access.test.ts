import { describe, expect, it } from "vitest";
import { checkDocuments } from "../check/check-documents.ts";
import type { ModelDocument, ScreenDocument } from "../schema/types.gen.ts";
import { accessDocuments, deriveAccess } from "./derive-access.ts";

const model = {
  schemaVersion: 1,
  id: "shop/coupon",
  title: "优惠券",
  table: "shop_coupon",
  base: "/shop/coupon",
  permissionPrefix: "shop:coupon",
  titleField: "name",
  fields: { name: { type: "string", title: "名称" }, amount: { type: "money", title: "面额" } },
} as unknown as ModelDocument;
const screenWith = (access: unknown, more: object = {}) =>
  ({
    schemaVersion: 1,
    kind: "list",
    id: "shop/coupon",
    title: "优惠券",
    model: "shop/coupon",
    menu: { path: "/shop/coupon", sort: 1 },
    access,
    ...more,
  }) as unknown as ScreenDocument;
const findModel = () => model;
const rolesOf = (access: unknown) => deriveAccess("shop/coupon", screenWith(access), findModel);

describe("access beside a screen", () => {
  it("gives each role the page, the buttons it names and the rows it sees", () => {
    const [clerk, boss, reader] = rolesOf({
      clerk: { see: "depart", do: ["add", "shop:coupon:edit"] },
      boss: { do: ["*"] },
      reader: {},
    });
    expect(clerk?.rows.map(({ perms }) => perms)).toEqual(["shop:coupon:list", "shop:coupon:add", "shop:coupon:edit"]);
    expect(clerk?.rule).toMatchObject({ ruleColumn: "sysOrgCode", ruleConditions: "=", ruleValue: "#{sys_org_code}" });
    expect(boss?.rows.length).toBeGreaterThan(5);
    expect([reader?.rows.length, reader?.rule]).toEqual([1, undefined]);
  });

  it("makes the rows that ship: one rule for the roles that share it, and a grant for each role and button", () => {
    const screen = screenWith({ clerk: { see: "own", do: ["add"] }, guest: { see: "own" } });
    const [rules, grants] = [...accessDocuments("shop/coupon", screen, findModel).values()];
    expect(rules?.rows).toEqual([expect.objectContaining({ permissionId: "shop.coupon", ruleColumn: "createBy" })]);
    expect(grants?.rows).toHaveLength(3);
    expect(grants?.rows[1]).not.toHaveProperty("dataRuleIds");
  });

  it("grants no page whose rows a rule could not narrow", () => {
    const screen = screenWith({ clerk: { see: "own", do: ["*"] }, boss: {} }, { permissionPrefix: "shop:other" });
    const [clerk, boss] = deriveAccess("shop/coupon", screen, findModel);
    expect([clerk?.rows, boss?.rows.length]).toEqual([[], 1]);
  });

  it("names buttons by their last part also where everybody may open the page, whose rows no rule narrows", () => {
    const screen = screenWith(
      { clerk: { do: ["add"] }, guest: { see: "own" } },
      { menu: { path: "/shop/coupon", sort: 1, everyone: true } },
    );
    const [clerk, guest] = deriveAccess("shop/coupon", screen, findModel);
    expect(clerk?.rows.map(({ perms }) => perms)).toEqual(["session", "shop:coupon:add"]);
    expect(guest?.rows).toEqual([]);
  });

  it("grants nothing without a menu", () => {
    const screen = screenWith({ clerk: {} }, { menu: undefined });
    expect(accessDocuments("shop/coupon", screen, findModel).size).toBe(0);
  });
});

describe("the linter on access", () => {
  const roles = {
    schemaVersion: 1,
    model: "system/role",
    key: ["roleCode"],
    rows: [{ roleCode: "clerk", roleName: "店员" }],
  };
  const file = (path: string, value: object) => ({ path, text: JSON.stringify(value, null, 2) });
  const findings = (access: unknown, more: object = {}) =>
    checkDocuments([
      file("shop/coupon.model.json", model),
      file("shop/coupon.screen.json", screenWith(access, more)),
      file("shop/role.data.json", roles),
    ])
      .diagnostics.filter(({ path }) => path.startsWith("/access"))
      .map(({ code, path, suggestion }) => [code, path, suggestion]);

  it.each([
    ["a role that is misspelt", { clark: {} }, ["LC2008", "/access/clark", "clerk"]],
    ["a button that the page lacks", { clerk: { do: ["edt"] } }, ["LC2007", "/access/clerk/do/0", "edit"]],
    ["a scope that does not exist", { clerk: { see: "departz" } }, ["LC1104", "/access/clerk/see", "depart"]],
    [
      "a rule over a field that is gone",
      { clerk: { see: { title: "小额", field: "amont", op: "=", value: "1" } } },
      ["LC2001", "/access/clerk/see/field", "amount"],
    ],
    [
      "an operator that does not exist",
      { clerk: { see: { title: "小额", field: "amount", op: "LIKES", value: "1" } } },
      ["LC2022", "/access/clerk/see/op", "LIKE"],
    ],
    ["a key that does not exist", { clerk: { sea: "own" } }, ["LC1101", "/access/clerk", "see"]],
  ])("names %s", (_, access, expected) => {
    expect(findings(access)).toContainEqual(expected);
  });

  it("finds nothing in what is right, and says that a page without a menu grants nothing", () => {
    expect(findings({ clerk: { see: "departs", do: ["add", "edit", "*"] } })).toEqual([]);
    expect(findings({ clerk: { see: "own" } }, { permissionPrefix: "shop:other" })).toEqual([
      ["LC2022", "/access/clerk/see", undefined],
    ]);
    expect(findings({ clerk: {} }, { menu: undefined })).toEqual([["LC2018", "/access", undefined]]);
  });
});
