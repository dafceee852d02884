import { describe, expect, it } from "vitest";
import type { WireMenu } from "../api/wire-menu.ts";
import { buildNavigation, findLanding, findRoute, pathOfScreen, selectedLine } from "./menu-routes.ts";

const group = (path: string, children: readonly WireMenu[], more: Partial<WireMenu> = {}): WireMenu => ({
  path,
  component: "layouts/RouteView",
  meta: { title: path },
  children,
  ...more,
});

const page = (path: string, more: Partial<WireMenu> = {}): WireMenu => ({
  path,
  route: "1",
  component: `schema:${path.slice(1)}`,
  meta: { title: path },
  ...more,
});

describe("NAV-02 addresses", () => {
  it("a menu component schema:<id> becomes the screen of that document", () => {
    const navigation = buildNavigation([
      group("/member", [page("/member/list", { component: "schema:member/member" })]),
    ]);
    const match = findRoute(navigation, "/member/list");
    expect(match?.route.target).toEqual({ kind: "screen", screenId: "member/member" });
    expect(match?.route.crumbs).toEqual([{ title: "/member", path: "/member" }]);
  });

  it("a document leads to the address of its page, wherever the menu has it", () => {
    const navigation = buildNavigation([
      group("/store", [page("/store/order", { component: "schema:store/store-order" })]),
    ]);
    expect(pathOfScreen(navigation, "store/store-order")).toBe("/store/order");
    expect(pathOfScreen(navigation, "store/other")).toBeUndefined();
  });

  it("parameters of the address reach the screen", () => {
    const navigation = buildNavigation([page("/online/cgformList/:code", { hidden: true })]);
    expect(findRoute(navigation, "/online/cgformList/t1")?.params).toEqual({ code: "t1" });
  });

  it("an address without parameters wins over one with", () => {
    const navigation = buildNavigation([page("/online/:code"), page("/online/forms")]);
    expect(findRoute(navigation, "/online/forms")?.route.path).toBe("/online/forms");
  });

  it("NAV-03 an entry with route flag 0 is skipped with everything below it", () => {
    const navigation = buildNavigation([group("/a", [page("/a/b")], { route: "0" })]);
    expect(navigation.routes).toEqual([]);
    expect(navigation.items).toEqual([]);
  });

  it("the address of a group leads to its first visible page", () => {
    const navigation = buildNavigation([group("/a", [page("/a/hidden", { hidden: true }), page("/a/b")])]);
    const route = findRoute(navigation, "/a")?.route;
    expect(route && findLanding(navigation, route)).toBe("/a/b");
  });

  it("groups that lead to each other lead nowhere, not round in a circle", () => {
    const navigation = buildNavigation([group("/a", [], { redirect: "/b" }), group("/b", [], { redirect: "/a" })]);
    const route = findRoute(navigation, "/a")?.route;
    expect(route && findLanding(navigation, route)).toBeUndefined();
  });

  it("a component that nobody knows keeps its address and names itself", () => {
    const navigation = buildNavigation([page("/x", { component: "what is this" })]);
    expect(findRoute(navigation, "/x")?.route.target).toEqual({ kind: "unknown", component: "what is this" });
  });

  it("everybody has a home page, even without a menu row for it", () => {
    expect(findRoute(buildNavigation([]), "/dashboard/analysis")?.route.target).toEqual({ kind: "home" });
    expect(findRoute(buildNavigation([]), "/test/home")?.route.componentName).toBe("TestHome");
  });

  it("an address that was not granted is unknown", () => {
    expect(findRoute(buildNavigation([page("/a")]), "/b")).toBeUndefined();
  });
});

describe("bad menus", () => {
  it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example"])("a menu url %j opens nothing", (url) => {
    const navigation = buildNavigation([page("/x", { meta: { title: "x", url } })]);
    expect(findRoute(navigation, "/x")?.route.target).toEqual({ kind: "badAddress", url });
  });

  it.each(["javascript:alert(1)", "//evil.example", "https://evil.example", "/a b", ""])(
    "a menu path %j is no address",
    (path) => {
      expect(buildNavigation([page(path)]).routes).toEqual([]);
    },
  );

  it("of two entries with one address the first wins", () => {
    const navigation = buildNavigation([
      page("/a", { component: "schema:one" }),
      page("/a", { component: "schema:two" }),
    ]);
    expect(navigation.routes.map(({ target }) => target)).toEqual([{ kind: "screen", screenId: "one" }]);
  });

  it("a menu that contains itself ends", () => {
    const children: WireMenu[] = [];
    const loop = group("/loop", children);
    children.push(loop, page("/loop/a"));
    expect(buildNavigation([loop]).routes.map(({ path }) => path)).toEqual(["/loop", "/loop/a"]);
  });

  it("entries without anything do not break the others", () => {
    expect(buildNavigation([{}, page("/a")]).routes).toHaveLength(1);
  });
});

describe("the side menu", () => {
  it("leaves out hidden entries, and groups whose entries are all hidden", () => {
    const navigation = buildNavigation([
      group("/a", [page("/a/x", { hidden: true })]),
      group("/b", [page("/b/x"), page("/b/y", { hidden: true })]),
    ]);
    expect(navigation.items.map(({ path, children }) => [path, children.map((child) => child.path)])).toEqual([
      ["/b", ["/b/x"]],
    ]);
  });

  it("NAV-03 an alwaysShow entry is a line of its own, without a submenu", () => {
    const navigation = buildNavigation([group("/a", [page("/a/x")], { alwaysShow: true })]);
    expect(navigation.items[0]?.children).toEqual([]);
    expect(navigation.items[0]?.aggregated.map(({ path }) => path)).toEqual(["/a/x"]);
    const route = findRoute(navigation, "/a/x")?.route;
    expect(route && selectedLine(navigation.items, route)).toBe("/a");
    // Its address leads to itself, not on to its first page.
    expect(findRoute(navigation, "/a")?.route.redirect).toBeUndefined();
  });

  it("a page of an ordinary group marks its own line, also below several groups", () => {
    const navigation = buildNavigation([group("/a", [group("/a/b", [page("/a/b/c")])])]);
    const route = findRoute(navigation, "/a/b/c")?.route;
    expect(route && selectedLine(navigation.items, route)).toBe("/a/b/c");
  });

  it("NAV-06 an external http address opens in a new tab, an internal one inside", () => {
    const meta = { title: "外部", url: "https://example.com/a" };
    const navigation = buildNavigation([
      page("/ext", { meta: { ...meta, internalOrExternal: true } }),
      page("/int", { meta: { ...meta, internalOrExternal: false } }),
    ]);
    expect(navigation.items.map(({ isExternal }) => isExternal)).toEqual([true, false]);
    expect(navigation.items.map(({ foreignUrl }) => foreignUrl)).toEqual([meta.url, meta.url]);
    expect(findRoute(navigation, "/int")?.route.target).toEqual({ kind: "frame", url: "https://example.com/a" });
  });
});
