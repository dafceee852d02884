import { describe, expect, it } from "vitest";
import type { ModelDocument, ScreenDocument } from "../schema/types.gen.ts";
import { deriveMenuRows } from "./derive-menu-rows.ts";

const order: ModelDocument = {
  schemaVersion: 1,
  id: "store/order",
  title: "订单",
  table: "store_order",
  base: "/store/order",
  permissionPrefix: "store:order",
  fields: {
    orderNo: { type: "string", title: "单号" },
    phone: { type: "string", title: "电话", permission: { plain: "store:order:phone" } },
    status: { type: "string", title: "状态" },
  },
  relations: { lines: { kind: "one-to-many", model: "store/line", foreignKey: "orderId" } },
  states: {
    field: "status",
    transitions: {
      pay: { title: "收款", from: ["0"], to: "1" },
      cancel: { title: "取消", from: ["0"], to: "9", permission: "store:order:void" },
    },
  },
};
const line: ModelDocument = {
  schemaVersion: 1,
  id: "store/line",
  title: "明细",
  table: "store_line",
  base: "/store/line",
  permissionPrefix: "store:line",
  fields: { amount: { type: "money", title: "金额" } },
};
const findModel = (id: string) => [order, line].find((model) => model.id === id);
const menu = { parent: "store", icon: "ShopOutlined", sort: 3, path: "/store/order" };

const rowsOf = (screen: object) => deriveMenuRows("store/order", screen as ScreenDocument, findModel);
const codesOf = (screen: object) => rowsOf(screen).map((row) => row.perms);

describe("menu rows of a screen", () => {
  it("a screen without a menu makes no rows", () => {
    expect(rowsOf({ schemaVersion: 1, kind: "list", model: "store/order" })).toEqual([]);
  });

  it("the page's row has the screen's id, its component and the list permission", () => {
    expect(rowsOf({ schemaVersion: 1, kind: "list", model: "store/order", menu })[0]).toEqual({
      id: "store.order",
      parentId: "store",
      name: "订单",
      menuType: 1,
      url: "/store/order",
      component: "schema:store/order",
      perms: "store:order:list",
      icon: "ShopOutlined",
      sortNo: 3,
      hidden: false,
      keepAlive: true,
    });
  });

  it("a screen that names no buttons gets rows for the inherited ones, its transitions and its guarded fields", () => {
    expect(codesOf({ schemaVersion: 1, kind: "list", model: "store/order", menu })).toEqual([
      "store:order:list",
      "store:order:add",
      "store:order:import",
      "store:order:export",
      "store:order:deleteBatch",
      "store:order:edit",
      "store:order:pay",
      "store:order:void",
      "store:order:delete",
      "store:order:phone",
    ]);
  });

  it("a button row stands below its page and has an id made of page and code", () => {
    const rows = rowsOf({ schemaVersion: 1, kind: "list", model: "store/order", menu });
    expect(rows[6]).toMatchObject({
      id: "store.order#store:order:pay",
      parentId: "store.order",
      name: "收款",
      menuType: 2,
      sortNo: 6,
    });
  });

  it("a model that cannot be written makes no row for writing", () => {
    const readOnly = { ...order, writable: false };
    const rows = deriveMenuRows(
      "store/order",
      { schemaVersion: 1, kind: "list", model: "store/order", menu } as ScreenDocument,
      () => readOnly,
    );
    expect(rows.map((row) => row.perms)).not.toContain("store:order:add");
    expect(rows.map((row) => row.perms)).toContain("store:order:export");
  });

  it("named buttons replace the inherited ones; refresh, detail and print need no permission", () => {
    const screen = {
      schemaVersion: 1,
      kind: "list",
      model: "store/line",
      menu,
      toolbar: [{ preset: "refresh" }, { preset: "add", permission: "store:line:make" }],
      rowActions: {
        items: [
          { preset: "detail" },
          { preset: "print" },
          { key: "send", label: "发送", permission: "store:line:send", do: [] },
          { key: "look", label: "查看", do: [] },
        ],
      },
    };
    expect(codesOf(screen)).toEqual(["store:line:list", "store:line:make", "store:line:send"]);
  });

  it("sub-table buttons ask for the master's edit and equal codes make one row", () => {
    const screen = {
      schemaVersion: 1,
      kind: "erp-list",
      model: "store/order",
      menu,
      toolbar: [{ preset: "edit" }],
      rowActions: { items: [{ preset: "edit" }] },
      details: [{ kind: "table", relation: "lines", toolbar: [{ preset: "addRow" }, { preset: "removeRows" }] }],
    };
    expect(codesOf(screen)).toEqual(["store:order:list", "store:order:edit", "store:order:phone"]);
  });

  it("rows that are edited below their master ask for its edit, whatever buttons are written; rows to read do not", () => {
    const codesWith = (table: object) =>
      codesOf({
        schemaVersion: 1,
        kind: "erp-list",
        model: "store/order",
        menu,
        toolbar: [],
        rowActions: { items: [{ preset: "detail" }] },
        details: [{ kind: "table", relation: "lines", ...table }],
      });
    expect(codesWith({})).toContain("store:order:edit");
    expect(codesWith({ editable: false })).not.toContain("store:order:edit");
  });

  it("a page without model and prefix takes its permission from its id, and without a parent it is a top menu", () => {
    const rows = deriveMenuRows(
      "dashboard/analysis",
      { schemaVersion: 1, kind: "dashboard", title: "首页", panels: [], menu: { sort: 1, path: "/dashboard" } },
      findModel,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ perms: "dashboard:analysis:list", menuType: 0, parentId: "", name: "首页" });
  });
});
