import { describe, expect, it } from "vitest";
import { TabsStore } from "./tabs.ts";

/** Home and a, b, c, in this order. */
function fourTabs(): TabsStore {
  const tabs = new TabsStore();
  for (const name of ["a", "b", "c"]) tabs.visit({ path: `/${name}`, search: `?q=${name}`, title: name });
  return tabs;
}

const titles = (tabs: TabsStore) => tabs.open.map(({ title }) => title);

it("a route reuses its tab and remembers the query it was last seen with", () => {
  const tabs = fourTabs();
  tabs.visit({ path: "/a", search: "?page=2", title: "a" });
  expect(titles(tabs)).toEqual(["首页", "a", "b", "c"]);
  expect(tabs.open[1]?.search).toBe("?page=2");
});

describe("closing", () => {
  it("the shown tab activates its right neighbour, with that one's query", () => {
    expect(fourTabs().close("this", "/b", "/b")).toEqual({ kind: "go", to: "/c?q=c" });
  });

  it("the last shown tab activates its left neighbour", () => {
    expect(fourTabs().close("this", "/c", "/c")).toEqual({ kind: "go", to: "/b?q=b" });
  });

  it("another tab leaves the shown page alone", () => {
    const tabs = fourTabs();
    expect(tabs.close("this", "/a", "/c")).toEqual({ kind: "stay" });
    expect(titles(tabs)).toEqual(["首页", "b", "c"]);
  });

  it("首页 is refused", () => {
    const tabs = fourTabs();
    expect(tabs.close("this", "/dashboard/analysis", "/a")).toEqual({ kind: "refused", message: "首页不能关闭!" });
    expect(titles(tabs)).toEqual(["首页", "a", "b", "c"]);
  });

  it("to the left keeps 首页 and goes to the chosen tab when the shown one is gone", () => {
    const tabs = fourTabs();
    expect(tabs.close("left", "/c", "/a")).toEqual({ kind: "go", to: "/c?q=c" });
    expect(titles(tabs)).toEqual(["首页", "c"]);
  });

  it("to the right keeps everything up to the chosen tab", () => {
    const tabs = fourTabs();
    expect(tabs.close("right", "/a", "/a")).toEqual({ kind: "stay" });
    expect(titles(tabs)).toEqual(["首页", "a"]);
  });

  it("the others keeps 首页 and the chosen tab", () => {
    const tabs = fourTabs();
    expect(tabs.close("others", "/b", "/c")).toEqual({ kind: "go", to: "/b?q=b" });
    expect(titles(tabs)).toEqual(["首页", "b"]);
  });
});

it("a title changed at run time is remembered for its route", () => {
  const tabs = fourTabs();
  tabs.rename("/a", "会员 张三");
  expect(tabs.titleOf("/a")).toBe("会员 张三");
  tabs.close("this", "/a", "/b");
  tabs.visit({ path: "/a", search: "", title: "a" });
  expect(titles(tabs)).toContain("会员 张三");
});

it("with tabs switched off only the current page stays open", () => {
  const tabs = fourTabs();
  tabs.visit({ path: "/d", search: "", title: "d" }, false);
  expect(titles(tabs)).toEqual(["首页", "d"]);
});

it("refreshing draws only that page anew", () => {
  const tabs = fourTabs();
  tabs.refresh("/a");
  expect([tabs.roundOf("/a"), tabs.roundOf("/b")]).toEqual([1, 0]);
});
