// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TransportRequest } from "../api/transport.ts";
import type { WireMenu } from "../api/wire-menu.ts";
import { ConsoleTheme } from "../app/ConsoleTheme.tsx";
import { buildRoutes } from "../app/routes.tsx";
import { ConsoleProvider, createConsole } from "../stores/console.ts";
import { readSessionUser } from "../stores/session.ts";

const group = (path: string, title: string, children: readonly WireMenu[]): WireMenu => ({
  path,
  component: "layouts/RouteView",
  meta: { title, icon: "team" },
  children,
});
const page = (path: string, title: string, more: Partial<WireMenu> = {}): WireMenu => ({
  path,
  route: "1",
  component: `modules/${title}`,
  meta: { title },
  ...more,
});

const menu: readonly WireMenu[] = [
  group("/member", "会员管理", [page("/member/list", "会员列表"), page("/member/secret", "内部", { hidden: true })]),
  group("/store", "门店管理", [
    page("/store/list", "门店列表"),
    page("/store/big", "门店大屏", { meta: { title: "门店大屏", hideTab: true } }),
  ]),
];

let isNarrow = false;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // A wide window in light mode; the narrow one has its own tests.
  isNarrow = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    // Nothing moves: without transitions no closing would ever end.
    matches: query === "(prefers-reduced-motion: reduce)" || (isNarrow && query === "(max-width: 1087px)"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Setup {
  readonly at: string;
  /** Answers by method and path; an unnamed path answers with null. */
  readonly answers?: Readonly<
    Record<string, { readonly status?: number; readonly result?: unknown; readonly message?: string }>
  >;
  readonly mustChangePassword?: boolean;
}

/** The whole console from the router down, signed in, with the network replaced. */
function openConsole({ at, answers = {}, mustChangePassword = false }: Setup) {
  const sent: TransportRequest[] = [];
  const defaults = { "GET /sys/permission/getUserPermissionByToken": { result: { menu, auth: [], allAuth: [] } } };
  const table: Setup["answers"] = { ...defaults, ...answers };
  const owner = createConsole({
    systemDark: false,
    transport: async (request) => {
      sent.push(request);
      const { status = 200, result = null, message = "" } = table?.[`${request.method} ${request.url.slice(4)}`] ?? {};
      const body = JSON.stringify({ success: status < 400, code: status, message, result, timestamp: 1 });
      return { status, body, header: () => "" };
    },
  });
  const user = readSessionUser({ id: "u1", username: "linxiao", realname: "林晓" });
  owner.session.signIn("t1", { ...user, mustChangePassword }, true);
  const router = createMemoryRouter(buildRoutes(owner), { initialEntries: [at] });
  owner.go = (to, options) => void router.navigate(to, options);
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <RouterProvider router={router} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  return { owner, router, sent, user: userEvent.setup() };
}

const path = (router: ReturnType<typeof openConsole>["router"]) =>
  router.state.location.pathname + router.state.location.search;
const mainMenu = () => screen.findByRole("navigation", { name: "主菜单" });

describe("pages", () => {
  it("NAV-02, NAV-08, LAY-07 an address of the menu shows its page, its title and the way to it", async () => {
    openConsole({ at: "/member/list" });
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("会员列表");
    await waitFor(() => expect(document.title).toBe("会员列表 - 生活服务管理系统"));
    const crumbs = within(screen.getByRole("navigation", { name: "当前位置" }));
    expect(crumbs.getAllByRole("link").map((link) => link.textContent)).toEqual(["首页", "会员管理"]);
  });

  it("a component that nobody knows is named, and the rest of the console goes on", async () => {
    const { user } = openConsole({ at: "/member/list" });
    await screen.findByText("未找到页面组件“modules/会员列表”，请联系管理员检查菜单配置。");
    await user.click(within(await mainMenu()).getByRole("menuitem", { name: "门店管理" }));
    await user.click(screen.getByRole("link", { name: "门店列表" }));
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
  });

  it("the browser's Back asks before it leaves unsaved input; no stays there, yes goes and gives it up", async () => {
    const { owner, router } = openConsole({ at: "/member/list" });
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await act(() => router.navigate("/store/list"));
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
    const form = owner.unsaved.page("/store/list 0 form");
    form.watch(() => true);
    const answer = async (isGivenUp: boolean) => {
      await waitFor(() => expect(owner.feedback.confirms[0]?.title).toBe("放弃修改"));
      const [question] = owner.feedback.confirms;
      await act(async () => question && owner.feedback.settle(question, isGivenUp));
    };
    await act(() => router.navigate(-1));
    await answer(false);
    expect(path(router)).toBe("/store/list");
    expect(form.isDirty).toBe(true);
    await act(() => router.navigate(-1));
    await answer(true);
    await waitFor(() => expect(path(router)).toBe("/member/list"));
    expect(form.isDirty).toBe(false);
  });

  it("an unknown address leads to /404", async () => {
    const { router } = openConsole({ at: "/no/such/page" });
    await screen.findByRole("heading", { level: 2, name: "很抱歉，资源未找到" });
    expect(path(router)).toBe("/404");
  });

  it.each([
    ["/403", "没有访问权限"],
    ["/500", "页面加载失败"],
    ["/result/success", "提交成功"],
    ["/result/fail", "提交失败"],
  ])("NAV-09 %s says %s and leads home, also over open pages", async (address, title) => {
    const { router } = openConsole({ at: "/member/list" });
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await router.navigate(address);
    await screen.findByRole("heading", { level: 2, name: title });
    expect(screen.getByRole("link", { name: "返回首页" }).getAttribute("href")).toBe("/dashboard/analysis");
    await router.navigate("/member/list");
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
  });

  it.each([
    ["/", "/dashboard/analysis"],
    ["/user", "/dashboard/analysis"],
    ["/test", "/test/home"],
    ["/member", "/member/list"],
  ])("NAV-01 %s leads to %s", async (from, to) => {
    const { router } = openConsole({ at: from });
    await mainMenu();
    await waitFor(() => expect(path(router)).toBe(to));
  });

  it("the home page greets and offers the pages of the menu", async () => {
    openConsole({ at: "/" });
    await screen.findByRole("heading", { level: 2, name: /好，林晓$/ });
    expect(screen.getAllByRole("link", { name: "门店列表" }).length).toBeGreaterThan(0);
  });
});

describe("SES-17 the guard", () => {
  it("loads the permission list once, not on every navigation", async () => {
    const { router, sent } = openConsole({ at: "/member/list" });
    await mainMenu();
    await router.navigate("/store/list");
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
    expect(sent.filter(({ url }) => url.includes("getUserPermissionByToken"))).toHaveLength(1);
  });

  it("SES-16 a progress bar runs while a navigation waits", async () => {
    const { router, owner } = openConsole({ at: "/member/list" });
    await mainMenu();
    expect(screen.queryByRole("progressbar")).toBeNull();
    let arrive = () => {};
    vi.spyOn(owner.permissions, "load").mockReturnValue(
      new Promise((resolve) => {
        arrive = resolve;
      }),
    );
    act(() => owner.permissions.clear());
    const going = router.navigate("/store/list");
    await screen.findByRole("progressbar");
    await act(async () => {
      arrive();
      await going;
    });
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it.each([
    ["fails", { status: 500, message: "操作失败" }],
    ["brings an empty menu", { result: { menu: [], auth: [], allAuth: [] } }],
  ])("a permission list that %s signs out and remembers the wanted place", async (_how, answer) => {
    const { router, owner, sent } = openConsole({
      at: "/member/list?a=1",
      answers: { "GET /sys/permission/getUserPermissionByToken": answer },
    });
    await waitFor(() => expect(path(router)).toBe("/user/login?redirect=%2Fmember%2Flist%3Fa%3D1"));
    expect(owner.session.token).toBeUndefined();
    expect(sent.some(({ url, headers }) => url.endsWith("/sys/logout") && headers["X-Access-Token"] === "t1")).toBe(
      true,
    );
  });

  it("a password the server made up has to be changed before anything else", async () => {
    const { router, user, sent } = openConsole({ at: "/member/list", mustChangePassword: true });
    await screen.findByRole("heading", { name: "请设置新密码" });
    expect(path(router)).toBe("/user/password?redirect=%2Fmember%2Flist");
    await user.type(screen.getByLabelText("旧密码"), "initial-one");
    await user.type(screen.getByLabelText("新密码"), "my-own-password");
    await user.type(screen.getByLabelText("确认新密码"), "my-own-password");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await mainMenu();
    expect(sent.find(({ url }) => url.endsWith("/sys/user/updatePassword"))?.data).toEqual({
      username: "linxiao",
      oldpassword: "initial-one",
      password: "my-own-password",
      confirmpassword: "my-own-password",
    });
    expect(path(router)).toBe("/member/list");
  });
});

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
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await opened.router.navigate("/store/list");
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
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
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await act(() => router.navigate("/store/big"));
    await screen.findByRole("heading", { level: 1, name: "门店大屏" });
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
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
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
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
    await user.click(screen.getByRole("button", { name: /^搜索菜单/ }));
    const group = (name: string) => within(screen.getByRole("group", { name })).getAllByRole("option");
    await screen.findByRole("group", { name: "收藏" });
    expect(group("收藏").map((option) => option.textContent)).toEqual(["会员列表会员管理"]);
    expect(group("最近访问").map((option) => option.textContent)).toEqual(["门店列表门店管理"]);
  });

  it("? shows the shortcuts, but not while something is typed", async () => {
    const { user } = openConsole({ at: "/member/list" });
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "快捷键", hidden: true });
  });

  it("Alt with brackets walks over the tabs, Alt W closes the page", async () => {
    const { user, router } = openConsole({ at: "/member/list" });
    await screen.findByRole("heading", { level: 1, name: "会员列表" });
    await router.navigate("/store/list");
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
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
    await user.click(screen.getByRole("button", { name: /^用户菜单/ }));
    await user.click(await screen.findByRole("menuitem", { name: "界面设置" }));
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
    await user.click(screen.getByRole("button", { name: /^用户菜单/ }));
    await user.click(await screen.findByRole("menuitem", { name: "界面设置" }));
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
    isNarrow = true;
    const { user } = openConsole({ at: "/member/list" });
    const open = await screen.findByRole("button", { name: "打开菜单" });
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
    expect(within(screen.getByRole("banner")).getByText("会员列表")).toBeDefined();
    await user.click(open);
    const nav = within(await mainMenu());
    await user.click(nav.getByRole("menuitem", { name: "门店管理" }));
    await user.click(nav.getByRole("link", { name: "门店列表" }));
    await screen.findByRole("heading", { level: 1, name: "门店列表" });
    expect(screen.queryByRole("navigation", { name: "主菜单" })).toBeNull();
  });
});

describe("LAY-08 the user menu", () => {
  async function openMenu(user: ReturnType<typeof userEvent.setup>, entry: string) {
    await user.click(await screen.findByRole("button", { name: /^用户菜单/ }));
    await user.click(await screen.findByRole("menuitem", { name: entry }));
  }

  it("signing out asks first; cancelling stays", async () => {
    const { user, owner, router } = openConsole({ at: "/member/list" });
    await openMenu(user, "退出登录");
    await user.click(screen.getByRole("button", { name: "取消" }));
    expect(owner.session.token).toBe("t1");
    await openMenu(user, "退出登录");
    await user.click(screen.getByRole("button", { name: "退出登录" }));
    await waitFor(() => expect(path(router)).toBe("/user/login"));
    expect(owner.session.token).toBeUndefined();
  });

  it("dark is a choice that stays", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await openMenu(user, "切换到深色");
    expect(owner.settings.mode).toBe("dark");
    await openMenu(user, "切换到浅色");
    expect(owner.settings.mode).toBe("light");
  });

  it("the settings take effect at once, stay, and go back to the defaults", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await openMenu(user, "界面设置");
    await user.click(await screen.findByRole("radio", { name: "深色" }));
    await user.click(screen.getByRole("radio", { name: "极光绿" }));
    await user.click(screen.getByRole("switch", { name: "多标签模式" }));
    expect(screen.queryByRole("navigation", { name: "打开的页面" })).toBeNull();
    const next = createConsole({ systemDark: false }).settings;
    expect([next.mode, next.primary, next.multipage]).toEqual(["dark", "#52C41A", false]);
    await user.click(screen.getByRole("button", { name: "恢复默认" }));
    expect([owner.settings.mode, owner.settings.primary, owner.settings.multipage]).toEqual(["light", "#1890FF", true]);
    await user.click(screen.getByRole("button", { name: "关闭" }));
    expect(screen.queryByRole("dialog", { name: "界面设置" })).toBeNull();
  });

  it("SES-09 changing the department asks first where unsaved input would be lost", async () => {
    const { user, owner } = openConsole({
      at: "/member/list",
      answers: { "GET /sys/user/getCurrentUserDeparts": { result: { list: [], orgCode: "" } } },
    });
    await mainMenu();
    const page = owner.unsaved.page("/member/list 0 x");
    page.watch(() => true);
    await openMenu(user, "切换部门");
    await user.click(await screen.findByRole("button", { name: "取消" }));
    expect(owner.feedback.notices).toEqual([]);
    await openMenu(user, "切换部门");
    await user.click(await screen.findByRole("button", { name: "放弃修改" }));
    // Asked the server now, which knows of no department.
    await waitFor(() => expect(owner.feedback.notices.map(({ text }) => text)).toEqual(["您尚未设置部门信息!"]));
  });

  it("SES-15 clearing the cache says how it went", async () => {
    const { user, owner } = openConsole({
      at: "/member/list",
      answers: { "GET /sys/dict/refleshCache": { status: 500, message: "x" } },
    });
    await openMenu(user, "清空缓存");
    await waitFor(() =>
      expect(owner.feedback.notices.map(({ level, text }) => [level, text])).toEqual([["warning", "刷新缓存失败！"]]),
    );
  });

  it("SYS-08 SES-15 刷新缓存 of the dictionary page reads them anew into this browser, and says how it went", async () => {
    const sex = [{ value: "1", text: "男", title: "男" }];
    const { owner, sent } = openConsole({
      at: "/member/list",
      answers: { "GET /sys/dict/queryAllDictItems": { result: { sex } } },
    });
    await act(async () => owner.services.handlers?.["dictionaries.refresh"]?.({}));
    expect(sent.map(({ url }) => url).filter((url) => url.includes("/dict/"))).toEqual([
      "/api/sys/dict/refleshCache",
      "/api/sys/dict/queryAllDictItems",
    ]);
    expect(JSON.parse(localStorage["console:dictionaries"])).toMatchObject({ value: { sex } });
    expect(owner.feedback.notices.map(({ level, text }) => [level, text])).toEqual([["success", "刷新缓存完成！"]]);
  });

  it("every handler that a shipped document calls is one of the console", () => {
    const handlers = Object.keys(createConsole({ systemDark: false }).services.handlers ?? {});
    const screens = readdirSync("schemas", { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".screen.json"),
    );
    const called = screens.flatMap((file) =>
      [...readFileSync(`schemas/${file}`, "utf8").matchAll(/"handler": "([^"]+)"/g)].map(([, name = ""]) => name),
    );
    expect(called).toContain("dictionaries.refresh");
    expect(called.filter((name) => !handlers.includes(name))).toEqual([]);
  });

  it("SES-14 the password dialog checks the fields and shows the server's refusal", async () => {
    const { user } = openConsole({
      at: "/member/list",
      answers: { "POST /sys/user/updatePassword": { status: 409, message: "旧密码输入错误!" } },
    });
    await openMenu(user, "修改密码");
    await user.click(await screen.findByRole("button", { name: "保存" }));
    expect(screen.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
      "请输入旧密码!",
      "请输入新密码!",
      "请确认新密码!",
    ]);
    await user.type(screen.getByLabelText("旧密码"), "wrong-one");
    await user.type(screen.getByLabelText("新密码"), "my-own-password");
    await user.type(screen.getByLabelText("确认新密码"), "another");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(screen.getByRole("alert").textContent).toBe("两次输入的密码不一样！");
    await user.clear(screen.getByLabelText("确认新密码"));
    await user.type(screen.getByLabelText("确认新密码"), "my-own-password");
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("旧密码输入错误!"));
  });
});
