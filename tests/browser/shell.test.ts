import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { fillPage } from "../../server/config/settings/page-meta.ts";
import { defaultSettings } from "../../server/config/settings/site-settings.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openList } from "../support/choices.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { callerOf } from "../support/page-caller.ts";
import { proveCount } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const dashboards = (
  [
    ["workplace", "最近登记的会员"],
    ["tasks", "等待审核最久的订单"],
    ["monitor", "近日登录"],
    ["charts", "近 30 天实付与退款"],
  ] as const
).slice(0, proveCount(1, 4));

it("NAV-09, LAY-05, LAY-11 dashboards over real rows; the header leaves after 100 pixels and comes back", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1280, height: 560 } });
  const admin = await callerOf(url, "admin");
  const { result: me } = await admin.get<{ userInfo: { id: string } }>("/sys/user/getUserInfo", {});
  const { result: announcement } = await admin.send<{ id: string }>("POST", "/sys/annountCement/add", {
    titile: `工作台上的通知${"，一行放不下".repeat(12)}`,
    msgContent: "<p>内容</p>",
    msgCategory: "1",
    msgType: "USER",
    userIds: `${me.userInfo.id},`,
    priority: "M",
  });
  await admin.get("/sys/annountCement/doReleaseData", { id: announcement.id });
  await signIn(page, url, "/dashboard/workplace");
  for (const [path, panel] of dashboards) {
    if (path !== "workplace") await page.goto(`${url}/dashboard/${path}`);
    await page.getByRole("region", { name: panel }).waitFor();
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
  }
  if (dashboards.length > 1) await page.goto(`${url}/dashboard/workplace`);
  const tasks = page.getByRole("region", { name: "我的待办" });
  const waiting = await tasks.getByRole("link", { name: /订单等待审核/ }).textContent();
  expect(waiting).toMatch(/^[1-9]\d*\+?订单等待审核最早 \d\d-\d\d/);
  const notices = page.getByRole("region", { name: "通知公告" });
  const notice = notices.getByRole("button", { name: /未读.*重要.*工作台上的通知/ });
  // A long title leaves the time its room.
  const right = async (part: typeof notices) => {
    const box = await part.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(await right(notice.locator("time"))).toBeLessThan(await right(notices));
  await notice.click();
  const opened = page.getByRole("dialog", { name: "通知消息" });
  // The last to come: the window stands in the middle and moves when it grows.
  await opened.getByText(/^已读 \d+ 人/).waitFor();
  await opened.getByRole("button", { name: "关闭" }).last().click();
  await tasks.getByRole("link", { name: /订单等待审核/ }).click();
  await page.getByRole("tab", { name: /待审核/, selected: true }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "界面设置" }).click();
  await page.getByRole("switch", { name: "下滑时隐藏顶栏" }).check();
  await page.keyboard.press("Escape");
  const headerTop = async () => (await page.getByRole("banner").boundingBox())?.y;
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 90);
  await expect.poll(() => page.locator("#page").evaluate(({ scrollTop }) => scrollTop)).toBe(90);
  expect(await headerTop()).toBe(0);
  await page.mouse.wheel(0, 60);
  await expect.poll(headerTop).toBe(-59);
  await page.mouse.wheel(0, -30);
  await expect.poll(headerTop).toBe(0);
  expect(complaints).toEqual([]);
});

it("what the operator set is in force for everybody: names, words, pictures, the look, and whether people may change it", async () => {
  const { page } = await openPage(browser);
  const settings = {
    ...defaultSettings,
    productName: "清溪生活",
    shortName: "清溪",
    slogan: "门店的日常",
    footer: "清溪生活 版权所有",
    logo: "upload/logo.png",
    loginPicture: "upload/street.png",
    defaultTheme: "dark" as const,
    settingsDrawer: false,
  };
  // The page as the server would send it with these settings; the settings themselves belong to every test.
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, body: fillPage(await response.text(), settings) });
  });
  await page.route("**/sys/setting/picture/*", (route) =>
    route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
    }),
  );
  await page.goto(`${url}/user/login`);
  await page.getByRole("heading", { level: 1, name: "清溪生活" }).waitFor();
  await page.getByText("门店的日常").waitFor();
  await page.getByText("清溪生活 版权所有").waitFor();
  await expect.poll(() => page.title()).toContain("清溪生活");
  const isShown = (picture: string) =>
    page.locator(picture).evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  await expect.poll(() => isShown(".site-logo")).toBe(true);
  await expect.poll(() => isShown(".login-picture")).toBe(true);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  await signIn(page, url, "/member/member");
  await page.getByRole("banner").getByText("欢迎进入清溪生活").waitFor();
  await expect.poll(() => page.title()).toBe("会员 - 清溪生活");
  expect(await page.locator(".shell-brand").innerText()).toBe("清溪");
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "界面设置" }).count()).toBe(0);
});

it("LAY-02, LAY-04, LAY-05, LAY-06, LAY-10, LAY-11 the frame keeps its measures; 1088 pixels part desktop and mobile", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1088, height: 700 } });
  await signIn(page, url, "/member/member");
  const width = async (selector: string) => (await page.locator(selector).boundingBox())?.width;
  expect(await width(".shell-sider")).toBe(208);
  // Below the name of the console the menu has the rest of the height.
  expect((await page.locator(".side-menu").boundingBox())?.height).toBe(700 - 59);
  expect(await page.locator(".shell").getAttribute("data-menu")).toBe("dark");
  expect(await page.locator(".shell-brand").getAttribute("href")).toBe("/dashboard/analysis");
  await page.getByRole("banner").getByText("欢迎进入生活服务管理系统").waitFor();
  expect((await page.locator(".tab-bar").boundingBox())?.height).toBe(52);
  await page.getByRole("button", { name: "收起菜单" }).click();
  await expect.poll(() => width(".shell-sider")).toBe(80);
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "界面设置" }).click();
  expect((await page.getByRole("dialog", { name: "界面设置" }).boundingBox())?.width).toBe(300);
  await page.keyboard.press("Escape");
  await page.reload();
  // The tabs are those of before the reload (LAY-10), and the menu is as it was left (LAY-12).
  const tabs = page.getByRole("navigation", { name: "打开的页面" }).getByRole("tab");
  await expect.poll(() => tabs.allInnerTexts()).toEqual(["首页", "会员"]);
  await expect.poll(() => width(".shell-sider")).toBe(80);
  await page.setViewportSize({ width: 1087, height: 700 });
  await page.getByRole("button", { name: "打开菜单" }).click();
  await expect
    .poll(() =>
      page
        .getByRole("dialog")
        .first()
        .boundingBox()
        .then((box) => box?.width),
    )
    .toBe(200);
  expect(await page.locator(".shell > .shell-sider").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("LAY-11 Escape closes the search that stands over the settings, and the settings with the next press; the focus goes back", async () => {
  const { page, complaints } = await visit(browser, url, "/member/level");
  const userMenu = page.getByRole("button", { name: /^用户菜单/ });
  await userMenu.click();
  await page.getByRole("menuitem", { name: "界面设置" }).click();
  const settings = page.getByRole("dialog", { name: "界面设置" });
  await settings.waitFor();
  const hasFocus = (part: typeof settings) => part.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(() => hasFocus(settings)).toBe(true);
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "搜索菜单" });
  await expect.poll(() => hasFocus(search)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => search.count()).toBe(0);
  expect(await settings.isVisible()).toBe(true);
  await expect.poll(() => hasFocus(settings)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => settings.count()).toBe(0);
  await expect.poll(() => hasFocus(userMenu)).toBe(true);
  expect(complaints).toEqual([]);
});

it("LAY-11, LAY-12 each switch of the drawer takes effect at once, is there after a reload, and goes back to what it was", async () => {
  const { page, complaints } = await openPage(browser, { viewport: { width: 1440, height: 600 } });
  await signIn(page, url, "/dashboard/charts");
  await page.getByRole("region", { name: "近 30 天实付与退款" }).waitFor();
  const drawer = page.getByRole("dialog", { name: "界面设置" });
  const toggle = (name: string) => drawer.getByRole("switch", { name }).click();
  const choose = (name: string) => drawer.getByRole("radio", { name }).check();
  const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y;
  const width = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
  const background = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  const strong = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary"));
  const tabs = page.getByRole("navigation", { name: "打开的页面" });
  /** Scrolls whatever scrolls the page now. */
  const scroll = (to: number) =>
    page.locator("#page").evaluate((inner, by) => {
      const scrolls = (element: Element) =>
        getComputedStyle(element).overflowY === "auto" && element.scrollHeight > element.clientHeight;
      let element: Element | null = inner;
      while (element && !scrolls(element)) element = element.parentElement;
      if (element) element.scrollTop = by;
    }, to);
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "界面设置" }).click();

  const dark = await background(".shell-sider");
  await choose("浅色菜单");
  await expect.poll(() => background(".shell-sider")).not.toBe(dark);
  expect(await drawer.getByRole("group", { name: "主题色" }).getByRole("radio").count()).toBe(8);
  expect((await strong()).toUpperCase()).toBe("#1890FF");
  // It stays for a moment only: the page itself remembers that it was there.
  await page.evaluate(() => {
    const note = () =>
      document.body.textContent?.includes("正在编译主题！") && Reflect.set(window, "__compiling", true);
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await choose("极光绿");
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "__compiling"))).toBe(true);
  await expect.poll(async () => (await strong()).toUpperCase()).toBe("#52C41A");
  await toggle("色弱模式");
  await expect.poll(() => page.locator("html").getAttribute("data-weak")).toBe("");
  await toggle("多标签模式");
  await expect.poll(() => tabs.count()).toBe(0);

  await toggle("固定侧边菜单");
  await scroll(300);
  await expect.poll(() => top(".shell-sider .shell-brand")).toBeLessThan(-100);
  expect(await top(".shell-header")).toBe(0);
  await toggle("固定侧边菜单");
  await toggle("下滑时隐藏顶栏");
  await scroll(400);
  await expect.poll(() => top(".shell-header")).toBe(-59);
  await toggle("固定顶栏");
  expect(await drawer.getByRole("switch", { name: "下滑时隐藏顶栏" }).isDisabled()).toBe(true);
  await scroll(300);
  await expect.poll(() => top(".shell-header")).toBe(-300);
  await scroll(0);

  const fluid = openList(page).getByTitle("流式");
  await drawer.getByRole("combobox", { name: /内容宽度/ }).click();
  expect(await fluid.getAttribute("class")).toContain("disabled");
  await page.keyboard.press("Escape");
  await choose("顶部菜单");
  await expect.poll(() => page.locator(".shell-sider").count()).toBe(0);
  expect(await drawer.getByRole("switch", { name: "固定侧边菜单" }).isDisabled()).toBe(true);
  await expect.poll(() => width(".kept-page")).toBe(1200);
  await drawer.getByRole("combobox", { name: /内容宽度/ }).click();
  await fluid.click();
  await expect.poll(() => width(".kept-page")).toBeGreaterThan(1300);

  await page.reload();
  await page.getByRole("button", { name: /^用户菜单/ }).waitFor();
  await expect.poll(() => width(".kept-page")).toBeGreaterThan(1300);
  expect((await strong()).toUpperCase()).toBe("#52C41A");
  expect(await page.locator("html").getAttribute("data-weak")).toBe("");
  expect([await tabs.count(), await page.locator(".shell-sider").count()]).toEqual([0, 0]);
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "界面设置" }).click();
  await drawer.getByRole("button", { name: "恢复默认" }).click();
  await expect.poll(() => background(".shell-sider")).toBe(dark);
  await tabs.waitFor();
  expect((await strong()).toUpperCase()).toBe("#1890FF");
  expect(await page.locator("html").getAttribute("data-weak")).toBeNull();
  expect(complaints).toEqual([]);
});

it("LAY-03, LAY-07, LAY-08 the way to a page, the greeting by the hour, the user menu, the top menu and the drawer of a phone", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/member/level");
  const crumbs = page.getByRole("navigation", { name: "当前位置" });
  const trail = () => crumbs.getByRole("listitem").allInnerTexts();
  await expect.poll(trail).toEqual(["首页", "会员管理", "会员等级"]);
  expect(await crumbs.getByRole("link").allInnerTexts()).toEqual(["首页", "会员管理"]);
  await crumbs.getByRole("link", { name: "会员管理" }).click();
  await page.waitForURL("**/member/member");
  await expect.poll(trail).toEqual(["首页", "会员管理", "会员"]);
  await crumbs.getByRole("link", { name: "首页" }).click();
  await page.waitForURL("**/dashboard/analysis");
  await expect.poll(trail).toEqual(["首页"]);
  expect(await crumbs.getByRole("link").count()).toBe(0);

  const userMenu = page.getByRole("button", { name: /^用户菜单/ });
  const drawer = page.waitForResponse(/\/SettingsDrawer-[\w-]+\.js/);
  const today = new Date().toLocaleDateString("sv", { timeZone: "Asia/Shanghai" });
  for (const [clock, greeting] of [
    ["08:59", "早上好"],
    ["09:00", "上午好"],
    ["12:00", "中午好"],
    ["14:00", "下午好"],
    ["20:00", "晚上好"],
  ]) {
    await page.clock.setFixedTime(`${today}T${clock}:00+08:00`);
    await userMenu.click();
    await expect.poll(() => userMenu.innerText()).toContain(`${greeting}，管理员`);
    await page.keyboard.press("Escape");
  }
  // What the menu opens was fetched when it was reached for.
  await drawer;
  await userMenu.click();
  const entries = [
    "个人中心",
    "修改密码",
    "切换部门",
    "导出中心",
    "清空缓存",
    "切换到深色",
    "界面设置",
    "锁定屏幕",
    "退出登录",
  ];
  const shown = page.getByRole("menu", { name: "用户菜单" }).getByRole("menuitem");
  await expect.poll(() => shown.allInnerTexts()).toEqual(entries);

  const menu = page.getByRole("navigation", { name: "主菜单" });
  expect((await menu.boundingBox())?.x).toBe(0);
  await page.getByRole("menuitem", { name: "界面设置" }).click();
  await page.getByTitle("顶部菜单").click();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".shell-sider").count()).toBe(0);
  const group = menu.getByRole("menuitem", { name: "会员管理" });
  await group.hover();
  await page.getByRole("menu").getByRole("link", { name: "会员等级" }).click();
  await page.waitForURL("**/member/level");
  // Its group is marked in the bar.
  await expect.poll(() => menu.locator(".ant-menu-submenu-selected").innerText()).toBe("会员管理");
  // What a narrower window has no room for stands behind the last line.
  await page.setViewportSize({ width: 1100, height: 800 });
  await menu.getByRole("menuitem", { name: "更多", exact: true }).hover();
  await page.getByRole("menuitem", { name: "消息中心" }).last().hover();
  await page.getByRole("menu").getByRole("link", { name: "发件箱" }).waitFor();

  // A phone has the drawer, whichever menu was chosen for the desk.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("banner").getByText("会员等级").waitFor();
  await expect.poll(() => menu.count()).toBe(0);
  await page.getByRole("button", { name: "打开菜单" }).click();
  await menu.getByRole("link", { name: "会员", exact: true }).click();
  await page.waitForURL("**/member/member");
  await expect.poll(() => menu.count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("NAV-03, NAV-05, NAV-06, LAY-09 foreign pages open inside or in a new tab with their placeholders filled in; a bad entry says so and runs nothing; an alwaysShow group lists its pages", async () => {
  const { page, complaints } = await openPage(browser);
  const context = page.context();
  await context.route(/^https:\/\/(report|partner)\.test\//, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: '<link rel="icon" href="data:,"><p>外面的页面</p>',
    }),
  );
  const entry = (name: string, title: string, url: string, internalOrExternal = false) => ({
    path: `/foreign/${name}`,
    route: "1",
    component: "layouts/IframePageView",
    meta: { title, url, internalOrExternal },
  });
  const query = "user={{ user.username }}&from={{ window.location.origin }}&key={{ token }}";
  await page.route("**/sys/permission/getUserPermissionByToken**", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.result.menu.push(
      entry("inside", "内嵌报表", "https://report.test/a"),
      entry("filled", "带身份的报表", `https://report.test/b?${query}`),
      entry("outside", "合作网站", "https://partner.test/c", true),
      entry("signed", "合作网站单点", `https://partner.test/d?${query}`, true),
      entry("script", "脚本地址", "javascript:window.__ran=1"),
      entry("made", "拼成的脚本", "{{ 'javascript:' }}window.__ran=1", true),
      { path: "/foreign/gone", route: "1", component: "a component that is gone", meta: { title: "缺失的页面" } },
      { path: "/foreign/none", route: "1", component: "layouts/IframePageView", meta: { title: "没有地址的内嵌页" } },
      {
        path: "/area",
        route: "1",
        component: "layouts/RouteView",
        alwaysShow: true,
        meta: { title: "专区" },
        children: [
          { path: "/area/levels", route: "1", component: "schema:member/member-level", meta: { title: "等级专页" } },
        ],
      },
    );
    await route.fulfill({ response, json: answer });
  });
  await signIn(page, url, "/test/home");
  const menu = page.getByRole("navigation", { name: "主菜单" });
  const choose = (title: string) => menu.getByRole("link", { name: title, exact: true }).click();
  /** The address of the tab that an action opens. */
  async function opened(act: () => Promise<void>): Promise<URL> {
    const [tab] = await Promise.all([context.waitForEvent("page"), act()]);
    await tab.getByText("外面的页面").waitFor();
    const address = new URL(tab.url());
    await tab.close();
    return address;
  }
  const filled = (address: URL) => [
    address.origin + address.pathname,
    address.searchParams.get("user"),
    address.searchParams.get("from"),
    address.searchParams.get("key")?.length,
  ];

  await choose("内嵌报表");
  await page.frameLocator('iframe[title="内嵌报表"]').getByText("外面的页面").waitFor();
  await choose("带身份的报表");
  const frame = page.locator('iframe[title="带身份的报表"]');
  const who = ["admin", url, 43];
  expect(filled(new URL((await frame.getAttribute("src")) ?? ""))).toEqual(["https://report.test/b", ...who]);
  expect((await opened(() => choose("合作网站"))).href).toBe("https://partner.test/c");
  expect(filled(await opened(() => choose("合作网站单点")))).toEqual(["https://partner.test/d", ...who]);
  const search = async (title: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "搜索菜单" }).fill(title);
    await page.getByRole("option", { name: title }).waitFor();
    await page.keyboard.press("Enter");
  };
  expect(filled(await opened(() => search("带身份的报表")))).toEqual(["https://report.test/b", ...who]);

  for (const [title, address] of [
    ["脚本地址", "/foreign/script"],
    ["拼成的脚本", "/foreign/made"],
    ["缺失的页面", "/foreign/gone"],
    ["没有地址的内嵌页", "/foreign/none"],
  ] as const) {
    await choose(title);
    await page.waitForURL(`**${address}`);
    await page.getByRole("heading", { name: "页面还没有准备好" }).waitFor();
  }
  await page.getByText("没有填写网页地址").waitFor();
  await choose("专区");
  await page.waitForURL("**/area");
  const area = page.getByRole("region", { name: "专区" });
  await area.getByRole("link", { name: "等级专页" }).click();
  await page.waitForURL("**/area/levels");
  // The line of the group is marked: it is the only way here.
  await expect.poll(() => menu.getByRole("link", { name: "专区" }).getAttribute("aria-current")).toBe("page");
  // A page of the console opens where the person is.
  await search("会员等级");
  await page.waitForURL("**/member/level");
  expect(await page.evaluate(() => Reflect.get(window, "__ran"))).toBeUndefined();
  expect(complaints).toEqual([]);
});

it("a locked screen opens with the own password only, stays locked over a reload, and nothing is lost", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/member");
  const name = page.getByLabel("姓名", { exact: true }).first();
  await name.fill("写了一半");
  await page.keyboard.press("Alt+l");
  const screen = page.getByRole("dialog", { name: "管理员，屏幕已锁定" });
  await screen.getByPlaceholder("请输入密码").fill("not-the-password");
  await screen.getByRole("button", { name: "解锁" }).click();
  await screen.getByRole("alert").waitFor();
  // Chromium closes a dialog at the second Escape in a row, whatever was answered to the first.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await screen.isVisible()).toBe(true);
  await screen.getByPlaceholder("请输入密码").fill(testPassword);
  await page.keyboard.press("Enter");
  await expect.poll(() => screen.count()).toBe(0);
  expect(await name.inputValue()).toBe("写了一半");
  await page.getByRole("button", { name: "查询", exact: true }).click();
  await page.getByText("没有符合条件的数据").waitFor();
  await page.keyboard.press("Alt+l");
  await screen.waitFor();
  await page.reload();
  await screen.waitFor();
});

it("NAV-10 a form whose script does not arrive says so over the list, which stays; the next try opens it; a newer console is offered", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/member");
  await page.getByText(/^第 1–10 条/).waitFor();
  const part = "**/assets/record-form-*.js";
  await page.route(part, (route) => route.abort("connectionreset"));
  await page.route(`${url}/`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<script type="module" src="/assets/index-newer.js"></script>' }),
  );
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "新增会员" }).first().click();
  const question = page.getByRole("dialog", { name: "没有打开成功" });
  await question.waitFor();
  await page.getByText("系统已更新，刷新后使用新版本。").waitFor();
  await question.getByRole("button", { name: "取消" }).click();
  await page.getByText(/^已选择 1 项/).waitFor();
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await page.unroute(part);
  await page.unroute(`${url}/`);
  await question.getByRole("button", { name: "重新加载" }).click();
  // Some browsers ask for the script again, others need the whole page anew; the person presses the same button.
  await question.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await page.getByRole("dialog").getByLabel("姓名", { exact: true }).waitFor();
});

it("without a network a banner says so until it is back", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/member");
  await page.context().setOffline(true);
  const banner = page.getByText("网络已断开，恢复后可继续操作；已填写的内容不会丢失。");
  await banner.waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => banner.count()).toBe(0);
});
