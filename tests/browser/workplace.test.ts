import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openList } from "../support/choices.ts";
import { openPage, visit } from "../support/console-page.ts";
import { addPerson, someRole, typeCode } from "../support/console-people.ts";
import { testPassword } from "../support/console-server.ts";
import { callerOf } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
  const admin = await callerOf(url, "admin");
  const departments = await admin.get<{ records: readonly { id: string }[] }>("/sys/sysDepart/list", {
    ...{ pageSize: "2", column: "orgCode", order: "asc" },
  });
  const selecteddeparts = departments.result.records.map(({ id }) => id).join(",");
  await addPerson({ username: "twofold", realname: "双全", phone: "13911110001", selecteddeparts });
});

it("SES-02, SES-09, SES-10, SES-11: signing in by phone, then a department must be chosen", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByRole("button", { name: "手机号登录" }).click();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toEqual(["请输入手机号", "请输入短信验证码"]);
  await page.getByPlaceholder("请输入短信验证码").fill("12");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("请输入 6 位数字验证码");
  await page.getByPlaceholder("请输入手机号").fill("12911110001");
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("请输入正确手机号");
  await page.getByPlaceholder("请输入手机号").fill("13911110001");
  await typeCode(page, "13911110001");
  await page.getByRole("button", { name: "登录", exact: true }).click();

  const dialog = page.getByRole("dialog", { name: "部门选择" });
  await dialog.waitFor();
  expect(await dialog.getByRole("button").allInnerTexts()).toEqual(["确认"]);
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(450);
  const select = dialog.getByRole("combobox", { name: "部门" });
  expect(await select.getAttribute("aria-description")).toBe("您隶属于多部门，请选择当前所在部门");
  await dialog.getByText("请选择登录部门").waitFor();
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await dialog.getByRole("button", { name: "确认" }).click();
  expect(await select.getAttribute("aria-invalid")).toBe("true");
  expect(calls.filter((path) => path.endsWith("/sys/selectDepart"))).toEqual([]);
  // Nor does Escape, pressed twice, which Chromium would take for an answer.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  // A reload does not get around the choice.
  await page.goto(`${url}/member/member`);
  await page.waitForURL("**/user/login?redirect=%2Fmember%2Fmember");
  await select.click();
  await openList(page).getByTitle(/./).nth(1).click();
  const chosen = page.waitForResponse((response) => response.url().endsWith("/sys/selectDepart"));
  await dialog.getByRole("button", { name: "确认" }).click();
  expect((await (await chosen).json()).success).toBe(true);
  expect(complaints).toEqual([]);
});

it("SES-10, SES-12: the user menu says when a person has no department, and switches departments", async () => {
  const { page } = await visit(browser, url, "/", "clerk");
  // Every account of the demo data has a department; the answer of one without is played.
  const departments = "**/sys/user/getCurrentUserDeparts**";
  await page.route(departments, (route) =>
    route.fulfill({
      json: { success: true, code: 200, message: "", result: { list: [], orgCode: "" }, timestamp: 0 },
    }),
  );
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("menuitem", { name: "切换部门" }).click();
  await page.getByText("您尚未设置部门信息!").waitFor();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.unroute(departments);
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("menuitem", { name: "切换部门" }).click();
  const dialog = page.getByRole("dialog", { name: /^部门切换（当前部门 : .+）$/ });
  await dialog.getByRole("button", { name: "关闭", exact: true }).last().click();
  await dialog.waitFor({ state: "detached" });
});

proveIt("SES-13: who has several tenants chooses one after signing in; every call names it from then on", async () => {
  // Another try finds the tenants and the person of the first one.
  const first = 9_100 + (Date.now() % 80_000);
  const [username, second] = [`tenfold${first}`, first + 1];
  const admin = await callerOf(url, "admin");
  const tenants = await Promise.all(
    [first, second].map((number) =>
      admin.send<{ id: string }>("POST", "/sys/tenant/add", { number, name: `租户 ${number}`, status: 1 }),
    ),
  );
  const relTenantIds = tenants.map(({ result }) => result.id).join(",");
  await addPerson({
    username,
    realname: "十全",
    phone: `139111${String(first).padStart(5, "0")}`,
    relTenantIds,
    ...(await someRole()),
  });
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByPlaceholder("请输入用户名").fill(username);
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "请选择租户" });
  await dialog.getByRole("button", { name: "确认" }).click();
  expect(await dialog.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByRole("combobox").click();
  await openList(page).getByTitle(`租户 ${second}`).click();
  const named = page.waitForRequest((request) => request.url().includes("getUserPermissionByToken"));
  await dialog.getByRole("button", { name: "确认" }).click();
  expect((await named).headers().tenant_id).toBe(String(second));
  expect(complaints).toEqual([]);
});
