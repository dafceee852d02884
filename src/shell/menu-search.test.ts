import { describe, expect, it } from "vitest";
import { buildNavigation } from "../router/menu-routes.ts";
import { findEntries, restingSections, searchEntries } from "./menu-search.ts";

const page = (path: string, title: string, more = {}) => ({
  path,
  component: `schema:${path}`,
  meta: { title },
  ...more,
});
const { items } = buildNavigation([
  {
    path: "/a",
    component: "layouts/RouteView",
    meta: { title: "门店管理" },
    children: [page("/a/one", "门店订单"), page("/a/two", "订单明细"), page("/a/three", "内部", { hidden: true })],
  },
  page("/b", "Store Board"),
  { path: "/c", meta: { title: "外部报表", url: "https://example.com/r", internalOrExternal: true } },
  { path: "/d", meta: { title: "大屏", url: "https://example.com/s" } },
  { path: "/e", meta: { title: "坏地址", url: "javascript:alert(1)" } },
  { path: "/f", meta: { title: "单点", url: "https://example.com/t?k={{ token }}" } },
]);
const entries = searchEntries(items);
const titles = (found: readonly { readonly title: string }[]) => found.map(({ title }) => title);

describe("LAY-09 the menu search", () => {
  it("lists every visible page with its groups, hidden ones never", () => {
    expect(titles(entries)).toEqual(["门店订单", "订单明细", "Store Board", "外部报表", "大屏", "坏地址", "单点"]);
    expect(entries[0]?.trail).toEqual(["门店管理"]);
  });

  it("finds an alwaysShow group and the pages behind it", () => {
    const { items } = buildNavigation([
      {
        path: "/g",
        component: "layouts/RouteView",
        alwaysShow: true,
        meta: { title: "专区" },
        children: [page("/g/x", "专页")],
      },
    ]);
    expect(searchEntries(items).map(({ title, trail }) => [title, trail])).toEqual([
      ["专区", []],
      ["专页", ["专区"]],
    ]);
  });

  it("external and iframe pages carry the address that opens in a new tab; a javascript: link carries none", () => {
    const url = (title: string) => entries.find((entry) => entry.title === title)?.foreignUrl;
    expect([url("外部报表"), url("大屏"), url("坏地址"), url("单点")]).toEqual([
      "https://example.com/r",
      "https://example.com/s",
      undefined,
      "https://example.com/t?k={{ token }}",
    ]);
  });

  it.each([
    ["订单", ["订单明细", "门店订单"]],
    ["store", ["Store Board"]],
    ["门店管理", ["门店订单", "订单明细"]],
    ["没有", []],
    ["  ", ["门店订单", "订单明细", "Store Board", "外部报表", "大屏", "坏地址", "单点"]],
  ])("%j finds %j", (typed, found) => {
    expect(titles(findEntries(entries, typed))).toEqual(found);
  });

  it("at rest it shows marked pages, then the last ones, then all; pages that are gone are left out", () => {
    const sections = restingSections(
      entries,
      { marked: ["/b", "/gone"], recent: ["/a/two", "/b"] },
      { marked: "收藏", recent: "最近访问", all: "全部页面" },
    );
    expect(sections.map((section) => [section.title, titles(section.entries).slice(0, 2)])).toEqual([
      ["收藏", ["Store Board"]],
      ["最近访问", ["订单明细"]],
      ["全部页面", ["门店订单", "订单明细"]],
    ]);
  });
});
