import { describe, expect, it } from "vitest";
import { buildPermissionPayload, type PermissionRow } from "./menu-payload.ts";

function aRow(row: Partial<PermissionRow> & { readonly id: string }): PermissionRow {
  return {
    parentId: "",
    name: row.id,
    menuType: 1,
    url: `/${row.id}`,
    component: `schema:${row.id}`,
    componentName: "",
    redirect: "",
    perms: "",
    permsType: "1",
    status: "1",
    icon: "",
    route: true,
    keepAlive: false,
    hidden: false,
    alwaysShow: false,
    internalOrExternal: false,
    hideTab: false,
    ...row,
  };
}

const rows: readonly PermissionRow[] = [
  aRow({ id: "home", name: "首页", menuType: 0, url: "/dashboard/analysis", component: "schema:dashboard/analysis" }),
  aRow({ id: "store", name: "门店管理", menuType: 0, component: "layouts/RouteView", icon: "ShopOutlined" }),
  aRow({ id: "store.old", parentId: "store", url: "/store/old", hidden: true, perms: "store:old:list" }),
  aRow({ id: "store.order", parentId: "store", url: "/store/order", keepAlive: true, perms: "store:order:list" }),
  aRow({ id: "b1", parentId: "store.order", menuType: 2, url: "", name: "新增", perms: "store:order:add" }),
  aRow({
    id: "b2",
    parentId: "store.order",
    menuType: 2,
    url: "",
    name: "作废",
    perms: "store:order:void",
    status: "0",
  }),
  aRow({ id: "b3", parentId: "store.order", menuType: 2, url: "", name: "电话", perms: "store:phone", permsType: "2" }),
  aRow({ id: "help", name: "帮助", menuType: 0, url: "https://example.com/help", internalOrExternal: true }),
  aRow({ id: "auto", name: "AUTO", menuType: 0, url: "/online/cgformList/:code", hidden: true, route: false }),
];

describe("permission payload", () => {
  it("a granted page brings its group along, and a group redirects to its first visible page", () => {
    const { menu } = buildPermissionPayload(rows, new Set(["store.old", "store.order"]));
    expect(menu.map((node) => node.id)).toEqual(["home", "store"]);
    expect(menu[1]).toMatchObject({
      path: "/store",
      name: "store",
      route: "1",
      component: "layouts/RouteView",
      redirect: "/store/order",
      meta: { title: "门店管理", icon: "ShopOutlined", keepAlive: false, internalOrExternal: false },
    });
    expect(menu[1]?.children?.map((node) => [node.path, node.hidden])).toEqual([
      ["/store/old", true],
      ["/store/order", undefined],
    ]);
  });

  it("who was not granted the dashboard gets the plain home page instead of one that is denied", () => {
    const homeOf = (...granted: readonly string[]) => buildPermissionPayload(rows, new Set(granted)).menu[0]?.component;
    expect(homeOf("store.order")).toBe("dashboard/Analysis");
    expect(homeOf("home", "store.order")).toBe("schema:dashboard/analysis");
  });

  it("nobody without a granted menu gets the home page: the console then refuses to go on", () => {
    expect(buildPermissionPayload(rows, new Set()).menu).toEqual([]);
    expect(buildPermissionPayload(rows, new Set(["b1"])).menu).toEqual([]);
  });

  it("allAuth is silent about the buttons of pages that the person cannot open", () => {
    expect(buildPermissionPayload(rows, new Set(["store.old"])).allAuth).toEqual([]);
  });

  it("auth holds the person's own valid buttons, allAuth all of them on their pages with their state", () => {
    const { auth, allAuth } = buildPermissionPayload(rows, new Set(["store.order", "b1", "b2"]));
    expect(auth).toEqual([{ action: "store:order:add", type: "1", describe: "新增" }]);
    expect(allAuth).toEqual([
      { action: "store:order:add", status: "1", type: "1", describe: "新增" },
      { action: "store:order:void", status: "0", type: "1", describe: "作废" },
      { action: "store:phone", status: "1", type: "2", describe: "电话" },
    ]);
  });

  it("PRM-03 a page carries the person's own buttons of type 2, and only those", () => {
    const { menu } = buildPermissionPayload(rows, new Set(["store.order", "b1", "b3"]));
    const page = menu.find((node) => node.id === "store")?.children?.[0];
    expect(page?.meta.permissionList).toEqual([{ action: "store:phone", type: "2" }]);
    const without = buildPermissionPayload(rows, new Set(["store.order", "b1"])).menu;
    expect(without.find((node) => node.id === "store")?.children?.[0]?.meta).not.toHaveProperty("permissionList");
  });

  it("codeList names every granted code, pages included", () => {
    expect(buildPermissionPayload(rows, new Set(["store.order", "b1"])).codeList).toEqual([
      "store:order:list",
      "store:order:add",
    ]);
  });

  it("an external address becomes a hashed path with the address beside it", () => {
    const help = buildPermissionPayload(rows, new Set(["help"])).menu.find((node) => node.id === "help");
    expect(help?.path).toBe("a38e8170040eff793c4e2371cde84563");
    expect(help?.meta).toMatchObject({ url: "https://example.com/help", internalOrExternal: true });
  });

  it("SYS-03 a page without a tab of its own says so", () => {
    const hiding = rows.map((row) => ({ ...row, hideTab: row.id === "help" }));
    const { menu } = buildPermissionPayload(hiding, new Set(["help", "auto"]));
    expect(menu.map(({ id, meta }) => [id, meta.hideTab])).toEqual([
      ["home", undefined],
      ["help", true],
      ["auto", undefined],
    ]);
  });

  it("route names replace slashes and parameters, and hidden and non-route menus say so", () => {
    const auto = buildPermissionPayload(rows, new Set(["auto"])).menu.find((node) => node.id === "auto");
    expect(auto).toMatchObject({ name: "online-cgformList-@code", route: "0", hidden: true });
    expect(auto).not.toHaveProperty("alwaysShow");
  });

  it("a ring of parents makes no node and no endless loop", () => {
    const ring = [aRow({ id: "a", parentId: "b" }), aRow({ id: "b", parentId: "a" })];
    expect(buildPermissionPayload(ring, new Set(["a", "b"])).menu).toEqual([]);
  });

  it("a page whose group is gone stands at the top", () => {
    const { menu } = buildPermissionPayload([aRow({ id: "c", parentId: "gone" })], new Set(["c"]));
    expect(menu.map((node) => node.path)).toEqual(["/c"]);
  });
});
