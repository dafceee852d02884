// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { closeConsole, mainMenu, openConsole, pageTitled, path } from "../../tests/support/open-console.tsx";

afterEach(closeConsole);

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
    await pageTitled("门店列表");
  });

  it("the browser's Back asks before it leaves unsaved input; no stays there, yes goes and gives it up", async () => {
    const { owner, router } = openConsole({ at: "/member/list" });
    await pageTitled("会员列表");
    await act(() => router.navigate("/store/list"));
    await pageTitled("门店列表");
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

  it("an address with a query of its own asks before it draws a page with unsaved input anew", async () => {
    const { owner, router } = openConsole({ at: "/store/list?id=1" });
    await pageTitled("门店列表");
    const form = owner.unsaved.page("/store/list 0 form");
    form.watch(() => true);
    const question = () => owner.feedback.confirms[0];
    const answer = async (isGivenUp: boolean) => {
      await waitFor(() => expect(question()?.title).toBe("放弃修改"));
      const asked = question();
      await act(async () => asked && owner.feedback.settle(asked, isGivenUp));
    };
    await act(() => router.navigate("/member/list"));
    await pageTitled("会员列表");
    await act(() => router.navigate("/store/list?id=2"));
    await answer(false);
    expect([path(router), form.isDirty]).toEqual(["/member/list", true]);
    await act(() => router.navigate("/store/list?id=1", { state: { isReturn: true } }));
    expect([path(router), question(), form.isDirty]).toEqual(["/store/list?id=1", undefined, true]);
    await act(() => router.navigate("/store/list?id=2"));
    await answer(true);
    await waitFor(() => expect(path(router)).toBe("/store/list?id=2"));
    expect(form.isDirty).toBe(false);
  });

  it("a page that is drawn anew at its own address keeps the focus in the page", async () => {
    const { router } = openConsole({ at: "/store/list?id=1" });
    await pageTitled("门店列表");
    const main = screen.getByRole("main");
    within(main).getByRole("button", { name: "收藏此页" }).focus();
    await act(() => router.navigate("/store/list?id=2"));
    expect(document.activeElement).toBe(main);
  });

  it("without tabs the menu asks before it leaves unsaved input", async () => {
    const { owner, router } = openConsole({ at: "/store/list" });
    await pageTitled("门店列表");
    act(() => owner.settings.change({ multipage: false }));
    owner.unsaved.page("/store/list 0 form").watch(() => true);
    await act(() => router.navigate("/member/list"));
    await waitFor(() => expect(owner.feedback.confirms[0]?.title).toBe("放弃修改"));
    expect(path(router)).toBe("/store/list");
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
    await pageTitled("会员列表");
    await router.navigate(address);
    await screen.findByRole("heading", { level: 2, name: title });
    expect(screen.getByRole("link", { name: "返回首页" }).getAttribute("href")).toBe("/dashboard/analysis");
    await router.navigate("/member/list");
    await pageTitled("会员列表");
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
    await pageTitled("门店列表");
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
