import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openOptions } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { callAs } from "../support/page-caller.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const unique = Date.now().toString(36);
const depart = `测试部 ${unique}`;
const role = `查看会员 ${unique}`;
const account = `tester_${unique}`;
const newPassword = "another-horse-battery";

const dialog = (page: Page, name?: string | RegExp) => page.getByRole("dialog", name === undefined ? {} : { name });
const rowOf = (page: Page, text: string) => page.getByRole("row", { name: new RegExp(text) });

describe("an administrator sets a colleague up", () => {
  it("SYS-01 to SYS-05: department, role with permission and data rule, user; who signs in sees exactly that", async () => {
    const { page, complaints } = await openPage(browser);
    await signIn(page, url, "/system/depart");

    await page.getByRole("button", { name: "新增部门" }).click();
    await dialog(page, "新增部门").getByLabel("部门名称").fill(depart);
    await dialog(page, "新增部门").getByRole("button", { name: "保存", exact: true }).click();
    await rowOf(page, depart).waitFor();

    await page.goto(`${url}/system/role`);
    await page.getByRole("button", { name: "新增角色" }).click();
    const form = dialog(page, "新增角色");
    await form.getByRole("button", { name: "保存", exact: true }).click();
    await form.getByText("请输入角色名称").waitFor();
    await form.getByLabel("角色名称").fill(role);
    await form.getByLabel("角色编码").fill(`role_${unique}`);
    await form.getByRole("button", { name: "保存", exact: true }).click();
    await rowOf(page, role).getByRole("button", { name: "授权" }).click();
    const grants = dialog(page, /菜单与按钮授权/);
    await grants.getByPlaceholder("搜索菜单或按钮").fill("会员");
    await grants.getByRole("button", { name: "会员 查看", exact: true }).click();
    await grants.getByRole("button", { name: "会员 新增", exact: true }).click();
    await grants.getByText("，新增 3", { exact: true }).waitFor();
    await grants.getByRole("button", { name: "保存", exact: true }).click();
    await grants.getByRole("button", { name: "设置会员的数据规则" }).click();
    await grants.getByRole("checkbox", { name: /本店的会员/ }).check();
    await grants.getByRole("button", { name: "保存并关闭" }).click();
    await grants.waitFor({ state: "detached" });

    await page.goto(`${url}/system/user`);
    await page.getByRole("button", { name: "新增用户" }).click();
    const user = dialog(page, "新增用户");
    await user.getByLabel("用户账号").fill(account);
    await user.getByLabel("密码", { exact: true }).fill(testPassword);
    await user.getByLabel("用户姓名").fill("周舟");
    await user.getByLabel("角色").click();
    await openOptions(page).filter({ hasText: role }).click();
    await page.keyboard.press("Escape");
    await user.getByLabel("所属部门").click();
    const picker = dialog(page).last();
    await picker.getByText(depart, { exact: true }).click();
    await picker.getByRole("button", { name: "确认" }).click();
    await user.getByRole("button", { name: "保存", exact: true }).click();
    await rowOf(page, account).waitFor();
    await expect.poll(() => rowOf(page, account).innerText()).toContain(depart);
    expect(complaints).toEqual([]);

    const colleague = await openPage(browser);
    await colleague.page.goto(url);
    await colleague.page.getByPlaceholder("请输入用户名").fill(account);
    await colleague.page.getByPlaceholder("请输入密码").fill(testPassword);
    await colleague.page.getByRole("button", { name: "登录", exact: true }).click();
    await colleague.page.getByLabel("旧密码", { exact: true }).fill(testPassword);
    await colleague.page.getByLabel("新密码", { exact: true }).fill(newPassword);
    await colleague.page.getByLabel("确认新密码", { exact: true }).fill(newPassword);
    await colleague.page.getByRole("button", { name: "保存" }).click();
    const navigation = colleague.page.getByRole("navigation").first();
    await navigation.getByText("会员管理", { exact: true }).waitFor();
    const words = (await navigation.innerText()).split("\n").map((word) => word.trim());
    expect(words).not.toContain("系统管理");
    expect(words).not.toContain("门店管理");
    await colleague.page.goto(`${url}/member/member`);
    await colleague.page.getByRole("button", { name: "新增会员" }).first().waitFor();
    expect(await colleague.page.getByRole("button", { name: "导出" }).count()).toBe(0);
    await colleague.page.getByText("还没有会员").waitFor();
    const api = callAs(colleague.page, url);
    expect((await api.get<{ total: number }>("/member/member/list", { pageSize: "10" })).result.total).toBe(0);
    expect((await api.get("/sys/user/list", { pageSize: "10" })).success).toBe(false);

    await page.reload();
    await page.getByLabel("用户账号").first().fill(account);
    await page.getByRole("button", { name: "查询", exact: true }).click();
    await rowOf(page, account).getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "以此身份查看" }).click();
    await dialog(page).getByRole("button", { name: "以此身份查看" }).click();
    await page.getByText(/正在以 周舟 的身份查看/).waitFor();
    await expect.poll(() => page.getByRole("navigation").first().getByText("系统管理").count()).toBe(0);
    const token = await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem("console:session") ?? "{}");
      return String(kept.value?.token ?? "");
    });
    const written = await page.request.post(`${url}/api/member/member/add`, {
      headers: { "X-Access-Token": token },
      data: { realname: "写入", mobile: "13900000000" },
    });
    expect(await written.json()).toMatchObject({
      success: false,
      message: expect.stringContaining("正在以他人身份查看"),
    });
    await page.getByRole("button", { name: "结束查看" }).click();
    await page.getByRole("navigation").first().getByText("系统管理", { exact: true }).waitFor();
    await page.goto(`${url}/monitor/log`);
    await page.getByRole("row", { name: new RegExp(`以 周舟（${account}）的身份查看.*admin`) }).waitFor();
  });
});
