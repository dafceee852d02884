import { describe, expect, it } from "vitest";
import { TabsStore } from "./tabs.ts";
import { memoryEntries } from "./test-parts.ts";

/** Home and a, b, c, in this order. */
function fourTabs(entries = memoryEntries()): TabsStore {
  const tabs = new TabsStore(entries);
  for (const name of ["a", "b", "c"]) tabs.visit({ path: `/${name}`, search: `?q=${name}`, title: name });
  return tabs;
}

const titles = (tabs: TabsStore) => tabs.open.map(({ title }) => title);

it("LAY-10 a route reuses its tab and remembers the query it was last seen with", () => {
  const tabs = fourTabs();
  tabs.visit({ path: "/a", search: "?page=2", title: "a" });
  expect(titles(tabs)).toEqual(["首页", "a", "b", "c"]);
  expect(tabs.open[1]?.search).toBe("?page=2");
});

describe("LAY-10 closing", () => {
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

  it("the last page is refused", () => {
    const said = { kind: "refused", message: "这是最后一页，不能再关闭了啦" };
    expect(new TabsStore(memoryEntries()).close("this", "/a", "/a")).toEqual(said);
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

it("LAY-10 a title changed at run time is remembered for its route", () => {
  const tabs = fourTabs();
  tabs.rename("/a", "会员 张三");
  expect(tabs.titleOf("/a")).toBe("会员 张三");
  tabs.close("this", "/a", "/b");
  tabs.visit({ path: "/a", search: "", title: "a" });
  expect(titles(tabs)).toContain("会员 张三");
});

it("LAY-10 with tabs switched off only the current page stays open", () => {
  const tabs = fourTabs();
  tabs.visit({ path: "/d", search: "", title: "d" }, false);
  expect(titles(tabs)).toEqual(["首页", "d"]);
});

it("LAY-10 refreshing draws only that page anew", () => {
  const tabs = fourTabs();
  tabs.refresh("/a");
  expect([tabs.roundOf("/a"), tabs.roundOf("/b")]).toEqual([1, 0]);
});

it("LAY-10 the open tabs, their queries and titles are there after a reload, and gone after signing out", () => {
  const entries = memoryEntries();
  const tabs = fourTabs(entries);
  tabs.rename("/b", "会员 张三");
  tabs.close("this", "/c", "/a");
  const reloaded = new TabsStore(entries);
  expect(reloaded.open.map(({ path, search, title }) => [path, search, title])).toEqual([
    ["/dashboard/analysis", "", "首页"],
    ["/a", "?q=a", "a"],
    ["/b", "?q=b", "会员 张三"],
  ]);
  reloaded.keepOnly((path) => path === "/b");
  expect(titles(reloaded)).toEqual(["首页", "会员 张三"]);
  reloaded.clear();
  expect(titles(new TabsStore(entries))).toEqual(["首页"]);
});

it("LAY-10 what no console wrote opens no tab", () => {
  const entries = memoryEntries();
  const foreign = [
    null,
    7,
    { path: "/a" },
    { path: "//evil.test", search: "", title: "x" },
    { path: "/a/b", search: "", title: "好" },
  ];
  entries.write("tabs", foreign);
  entries.write("tabTitles", "x");
  expect(titles(new TabsStore(entries))).toEqual(["首页", "好"]);
});

it("LAY-12 the names of the pages that are kept alive are stored, and cleared with the tabs", () => {
  const entries = memoryEntries();
  const tabs = new TabsStore(entries);
  tabs.noteKept(["UserList", "DictList"]);
  expect(entries.read("keptAlive")).toEqual(["UserList", "DictList"]);
  tabs.clear();
  expect(entries.read("keptAlive")).toBeUndefined();
});
