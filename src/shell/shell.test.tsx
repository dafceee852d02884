// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import {
  chooseInUserMenu,
  closeConsole,
  mainMenu,
  openConsole,
  pageTitled,
  path,
} from "../../tests/support/open-console.tsx";
import { createConsole } from "../stores/console.ts";

afterEach(closeConsole);

describe("LAY-06 the side menu", () => {
  it("marks the current page, opens its group, and leaves hidden pages out", async () => {
    openConsole({ at: "/member/list" });
    const nav = within(await mainMenu());
    expect(nav.getByRole("link", { name: "会员列表" }).getAttribute("aria-current")).toBe("page");
    expect(nav.getByRole("menuitem", { name: "会员管理" }).getAttribute("aria-expanded")).toBe("true");
    expect(nav.queryByText("内部")).toBeNull();
  });

  it("opening one top group closes the other", async () => {
    const { user } = openConsole({ at: "/member/list" });
    const nav = within(await mainMenu());
    await user.click(nav.getByRole("menuitem", { name: "门店管理" }));
    expect(nav.getByRole("menuitem", { name: "门店管理" }).getAttribute("aria-expanded")).toBe("true");
    expect(nav.getByRole("menuitem", { name: "会员管理" }).getAttribute("aria-expanded")).toBe("false");
  });

  it("collapsing keeps the groups that were open", async () => {
    const { user } = openConsole({ at: "/member/list" });
    const nav = within(await mainMenu());
    await user.click(nav.getByRole("menuitem", { name: "门店管理" }));
    await user.click(screen.getByRole("button", { name: "收起菜单" }));
    await user.click(screen.getByRole("button", { name: "展开菜单" }));
    expect(nav.getByRole("menuitem", { name: "门店管理" }).getAttribute("aria-expanded")).toBe("true");
    expect(nav.getByRole("menuitem", { name: "会员管理" }).getAttribute("aria-expanded")).toBe("false");
  });

  it("collapsing is remembered", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await user.click(await screen.findByRole("button", { name: "收起菜单" }));
    expect(owner.settings.collapsed).toBe(true);
    expect(createConsole({ systemDark: false }).settings.collapsed).toBe(true);
    await user.click(screen.getByRole("button", { name: "展开菜单" }));
    expect(owner.settings.collapsed).toBe(false);
  });
});

describe("LAY-10 tabs", () => {
  const openTabs = () =>
    within(screen.getByRole("navigation", { name: "打开的页面" }))
      .getAllByRole("tab")
      .map((tab) => tab.querySelector(".tab-title")?.textContent);

  async function twoPages() {
    const opened = openConsole({ at: "/member/list?sex=1" });
    await pageTitled("会员列表");
    await opened.router.navigate("/store/list");
    await pageTitled("门店列表");
    // The tab opens once the page stands.
    await waitFor(() => expect(openTabs()).toContain("门店列表"));
    return opened;
  }

  it("each page opens one tab; going back to it restores its query", async () => {
    const { user, router } = await twoPages();
    expect(openTabs()).toEqual(["首页", "会员列表", "门店列表"]);
    await user.click(
      within(screen.getByRole("navigation", { name: "打开的页面" })).getByRole("tab", { name: "会员列表" }),
    );
    await waitFor(() => expect(path(router)).toBe("/member/list?sex=1"));
    expect(openTabs()).toEqual(["首页", "会员列表", "门店列表"]);
  });

  it("closing the active tab activates its neighbour", async () => {
    const { user, router } = await twoPages();
    await user.click(screen.getByRole("button", { name: "关闭 门店列表" }));
    await waitFor(() => expect(path(router)).toBe("/member/list?sex=1"));
    expect(openTabs()).toEqual(["首页", "会员列表"]);
  });

  it("a right click offers to close the others, and 首页 refuses to be closed", async () => {
    const { user, owner } = await twoPages();
    const tab = (name: string) =>
      within(screen.getByRole("navigation", { name: "打开的页面" })).getByRole("tab", { name });
    await user.pointer({ keys: "[MouseRight]", target: tab("会员列表") });
    await user.click(await screen.findByRole("menuitem", { name: "关闭其他" }));
    await waitFor(() => expect(openTabs()).toEqual(["首页", "会员列表"]));
    await user.pointer({ keys: "[MouseRight]", target: tab("首页") });
    await user.click(await screen.findByRole("menuitem", { name: "关闭" }));
    expect(owner.feedback.notices.map(({ text }) => text)).toEqual(["首页不能关闭!"]);
  });

  it("Delete closes the focused tab", async () => {
    const { user } = await twoPages();
    within(screen.getByRole("navigation", { name: "打开的页面" }))
      .getByRole("tab", { name: "会员列表" })
      .focus();
    await user.keyboard("{Delete}");
    expect(openTabs()).toEqual(["首页", "门店列表"]);
  });

  it("SYS-03 a page whose menu entry hides its tab opens without one", async () => {
    const { router } = openConsole({ at: "/member/list" });
    await pageTitled("会员列表");
    await act(() => router.navigate("/store/big"));
    await pageTitled("门店大屏");
    await act(() => router.navigate("/store/list"));
    await waitFor(() => expect(openTabs()).toContain("门店列表"));
    expect(openTabs()).toEqual(["首页", "会员列表", "门店列表"]);
  });

  it("signing out closes them all", async () => {
    const { owner } = await twoPages();
    await owner.account.signOut();
    expect(owner.tabs.open.map(({ title }) => title)).toEqual(["首页"]);
  });
});

describe("the menu search and the keys", () => {
  it("LAY-09 Ctrl K opens it anywhere; typing, an arrow and Enter open the page", async () => {
    const { user, router } = openConsole({ at: "/member/list" });
    await pageTitled("会员列表");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox", { name: "搜索菜单" }), "列表");
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "会员列表会员管理",
      "门店列表门店管理",
    ]);
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(path(router)).toBe("/store/list"));
    expect(screen.queryByRole("combobox", { name: "搜索菜单" })).toBeNull();
  });

  it("marked pages and the last ones come first", async () => {
    const { user, router } = openConsole({ at: "/member/list" });
    await user.click(await screen.findByRole("button", { name: "收藏此页" }));
    await router.navigate("/store/list");
    await pageTitled("门店列表");
    await user.click(screen.getByRole("button", { name: /^搜索菜单/ }));
    const group = (name: string) => within(screen.getByRole("group", { name })).getAllByRole("option");
    await screen.findByRole("group", { name: "收藏" });
    expect(group("收藏").map((option) => option.textContent)).toEqual(["会员列表会员管理"]);
    expect(group("最近访问").map((option) => option.textContent)).toEqual(["门店列表门店管理"]);
  });

  it("? shows the shortcuts, but not while something is typed", async () => {
    const { user } = openConsole({ at: "/member/list" });
    await pageTitled("会员列表");
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "快捷键", hidden: true });
  });

  it("Alt with brackets walks over the tabs, Alt W closes the page", async () => {
    const { user, router } = openConsole({ at: "/member/list" });
    await pageTitled("会员列表");
    await router.navigate("/store/list");
    await pageTitled("门店列表");
    await user.keyboard("{Alt>}[BracketLeft]{/Alt}");
    await waitFor(() => expect(path(router)).toBe("/member/list"));
    await user.keyboard("{Alt>}[KeyW]{/Alt}");
    await waitFor(() => expect(path(router)).toBe("/store/list"));
  });
});

describe("layout settings", () => {
  const frame = () => document.querySelector<HTMLElement>(".shell");

  it("LAY-03, LAY-11 the top menu takes the place of the side menu; fluid and the fixed side menu follow it", async () => {
    const { owner, user } = openConsole({ at: "/member/list" });
    await mainMenu();
    await chooseInUserMenu(user, "界面设置");
    await user.click(await screen.findByRole("radio", { name: "顶部菜单" }));
    expect(frame()?.dataset.layout).toBe("top");
    expect(frame()?.dataset.width).toBe("fixed");
    expect(screen.getByRole("switch", { name: "固定侧边菜单" }).hasAttribute("disabled")).toBe(true);
    const width = screen.getByRole("combobox", { name: /^内容宽度/ });
    await user.click(width);
    await user.click(await screen.findByTitle("流式"));
    expect(frame()?.dataset.width).toBe("fluid");
    expect(within(await mainMenu()).getByRole("menuitem", { name: "门店管理" })).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "侧边菜单" }));
    await user.click(width);
    expect((await screen.findByTitle("流式")).className).toContain("disabled");
    expect(owner.settings.values.contentWidth).toBe("fluid");
  });

  it("LAY-11 hiding the header needs the fixed header", async () => {
    const { owner, user } = openConsole({ at: "/member/list" });
    await mainMenu();
    await chooseInUserMenu(user, "界面设置");
    const hide = await screen.findByRole("switch", { name: "下滑时隐藏顶栏" });
    await user.click(hide);
    expect(owner.settings.hidesHeader).toBe(true);
    await user.click(screen.getByRole("switch", { name: "固定顶栏" }));
    expect([owner.settings.hidesHeader, hide.hasAttribute("disabled")]).toEqual([false, true]);
  });

  it("LAY-11 the operator's switch hides the settings", async () => {
    const meta = document.createElement("meta");
    meta.name = "settings-drawer";
    meta.content = "off";
    document.head.append(meta);
    const { user } = openConsole({ at: "/member/list" });
    await user.click(await screen.findByRole("button", { name: /^用户菜单/ }));
    expect(await screen.findByRole("menuitem", { name: "锁定屏幕" })).toBeDefined();
    expect(screen.queryByRole("menuitem", { name: "界面设置" })).toBeNull();
    meta.remove();
  });
});

describe("LAY-03 a narrow window", () => {
  it("shows the page's title in the bar and the menu as a drawer that closes when a page is chosen", async () => {
    const { user } = openConsole({ at: "/member/list", isNarrow: true });
    const open = await screen.findByRole("button", { name: "打开菜单" });
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
    expect(within(screen.getByRole("banner")).getByText("会员列表")).toBeDefined();
    await user.click(open);
    const nav = within(await mainMenu());
    await user.click(nav.getByRole("menuitem", { name: "门店管理" }));
    await user.click(nav.getByRole("link", { name: "门店列表" }));
    await pageTitled("门店列表");
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
  });
});
