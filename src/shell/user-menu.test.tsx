// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { chooseInUserMenu, closeConsole, mainMenu, openConsole, path } from "../../tests/support/open-console.tsx";
import { createConsole } from "../stores/console.ts";

afterEach(closeConsole);

describe("LAY-08 the user menu", () => {
  it("signing out asks first; cancelling stays", async () => {
    const { user, owner, router } = openConsole({ at: "/member/list" });
    await chooseInUserMenu(user, "退出登录");
    await user.click(await screen.findByRole("button", { name: "取消" }));
    expect(owner.session.token).toBe("t1");
    await chooseInUserMenu(user, "退出登录");
    await user.click(screen.getByRole("button", { name: "退出登录" }));
    await waitFor(() => expect(path(router)).toBe("/user/login"));
    expect(owner.session.token).toBeUndefined();
  });

  it("signing out says that unsaved input would be lost, and cancelling keeps it", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await mainMenu();
    const page = owner.unsaved.page("/member/list 0 x");
    page.watch(() => true);
    await chooseInUserMenu(user, "退出登录");
    await screen.findByText("已填写的内容还没有保存，继续操作后会丢失。");
    await user.click(screen.getByRole("button", { name: "取消" }));
    expect([owner.session.token, page.isDirty]).toEqual(["t1", true]);
  });

  it("dark is a choice that stays", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await chooseInUserMenu(user, "切换到深色");
    expect(owner.settings.mode).toBe("dark");
    await chooseInUserMenu(user, "切换到浅色");
    expect(owner.settings.mode).toBe("light");
  });

  it("the settings take effect at once, stay, and go back to the defaults", async () => {
    const { user, owner } = openConsole({ at: "/member/list" });
    await chooseInUserMenu(user, "界面设置");
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
    await chooseInUserMenu(user, "切换部门");
    await user.click(await screen.findByRole("button", { name: "取消" }));
    expect(owner.feedback.notices).toEqual([]);
    await chooseInUserMenu(user, "切换部门");
    await user.click(await screen.findByRole("button", { name: "放弃修改" }));
    // Asked the server now, which knows of no department.
    await waitFor(() => expect(owner.feedback.notices.map(({ text }) => text)).toEqual(["您尚未设置部门信息!"]));
  });

  it("SES-15 clearing the cache says how it went", async () => {
    const { user, owner } = openConsole({
      at: "/member/list",
      answers: { "GET /sys/dict/refleshCache": { status: 500, message: "x" } },
    });
    await chooseInUserMenu(user, "清空缓存");
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
    await chooseInUserMenu(user, "修改密码");
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
