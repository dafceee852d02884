import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openList } from "../support/choices.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
const smsUrl = inject("smsUrl");
let browser: Browser;
let adminToken = "";
beforeAll(async () => {
  browser = await sharedBrowser();
  const login = await call<{ token: string }>("POST", "/sys/login", { username: "admin", password: testPassword });
  adminToken = login.result.token;
  const departments = await call<{ records: readonly { id: string }[] }>(
    "GET",
    "/sys/sysDepart/list?pageSize=2&column=orgCode&order=asc",
  );
  const selecteddeparts = departments.result.records.map(({ id }) => id).join(",");
  await addPerson({ username: "twofold", realname: "双全", phone: "13911110001", selecteddeparts });
  await addPerson({ username: "forgetful", realname: "健忘", phone: "13911110002" });
});

interface Answer<Result> {
  readonly success: boolean;
  readonly message: string;
  readonly result: Result;
}

async function call<Result>(method: string, path: string, body?: unknown, token = adminToken): Promise<Answer<Result>> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(token ? { "x-access-token": token } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as Answer<Result>;
}

/** A person with the tests' password, past the change that a password made by somebody else asks for. */
async function addPerson(person: Readonly<Record<string, unknown>>): Promise<void> {
  const first = `${testPassword}-first`;
  const { username } = person;
  const added = await call("POST", "/sys/user/add", { ...person, password: first });
  if (!added.success) throw new Error(added.message);
  const { token } = (await call<{ token: string }>("POST", "/sys/login", { username, password: first })).result;
  const change = { username, oldpassword: first, password: testPassword, confirmpassword: testPassword };
  await call("PUT", "/sys/user/updatePassword", change, token);
}

/** A role that can open something: without one there is no menu. */
async function someRole(): Promise<{ readonly selectedroles: string }> {
  const roles = await call<readonly { readonly id: string; readonly roleCode: string }[]>("GET", "/sys/role/queryall");
  return { selectedroles: roles.result.find(({ roleCode }) => roleCode === "settle_manager")?.id ?? "" };
}

/** The newest code that was sent to a number, as its owner reads it. */
async function readCode(phone: string): Promise<string> {
  const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const page = await call<{ records: readonly { id: string; esReceiver: string }[] }>(
    "GET",
    "/sys/message/sysMessage/list?column=createTime&order=desc",
  );
  const id = page.result.records.find(({ esReceiver }) => esReceiver === masked)?.id;
  return (await fetch(`${smsUrl}${id}`)).text();
}

async function typeCode(page: Page, phone: string): Promise<void> {
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText(/秒后重试/).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"));
  await expect.poll(focused).toBe("请输入短信验证码");
  await page.getByPlaceholder("请输入短信验证码").fill(await readCode(phone));
}

const phoneAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

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
  const tenants = await Promise.all(
    [first, second].map((number) =>
      call<{ id: string }>("POST", "/sys/tenant/add", { number, name: `租户 ${number}`, status: 1 }),
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

it("SES-14 the personal centre keeps profile, picture, number and password, and ends another session by its row, then all others", async () => {
  // Another try finds the person of the first one, with the number and the password already changed.
  const stamp = String(Date.now() % 10_000_000).padStart(7, "0");
  const person = { username: `central${stamp}`, password: testPassword };
  const [oldNumber, newNumber] = [`1380${stamp}`, `1381${stamp}`];
  await addPerson({ username: person.username, realname: "中心", phone: oldNumber, ...(await someRole()) });
  const elsewhere = (await call<{ token: string }>("POST", "/sys/login", person)).result.token;
  const onPhone = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": phoneAgent },
    body: JSON.stringify(person),
  });
  const phoneToken = ((await onPhone.json()) as Answer<{ token: string }>).result.token;
  const isAlive = async (token: string) => (await call("GET", "/sys/user/getUserInfo", undefined, token)).success;
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/account/center", person.username);
  await page.getByLabel("姓名").fill("中枢");
  await page.getByLabel("邮箱").fill("not-an-address");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText("邮箱格式不正确").waitFor();
  await page.getByLabel("邮箱").fill(`${person.username}@example.test`);
  // The birthday is the date control: chosen in a calendar, or typed as people write a date.
  await page.getByLabel("生日").fill("0001-01-01");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText("请选择 1900 年以后、今天以前的日期").waitFor();
  await expect.poll(() => page.getByLabel("生日").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("生日").fill("1990年1月31日");
  await page.getByLabel("生日").press("Tab");
  expect(await page.getByLabel("生日").inputValue()).toBe("1990-01-31");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("button", { name: /好，中枢/ }).waitFor();
  const { result } = await call<{ userInfo: { birthday: string } }>(
    "GET",
    "/sys/user/getUserInfo",
    undefined,
    phoneToken,
  );
  expect(result.userInfo.birthday).toBe("1990-01-31");
  // What is half typed stays behind the other parts, and closing its tab asks.
  await page.getByLabel("座机").fill("0571-88000109");
  await page.getByRole("tab", { name: "安全设置" }).click();
  await page.getByRole("tab", { name: "基本资料" }).click();
  expect(await page.getByLabel("座机").inputValue()).toBe("0571-88000109");
  await page.getByRole("button", { name: "关闭 个人中心" }).click();
  await page.getByRole("dialog", { name: "放弃修改" }).getByRole("button", { name: "取消" }).click();
  await page.getByLabel("座机").fill("");
  await page.locator('input[type="file"]').setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  const picture = page.getByRole("img", { name: "头像" });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);

  await page.getByRole("tab", { name: "安全设置" }).click();
  await page.getByRole("button", { name: "更换手机号" }).click();
  const phone = page.getByRole("dialog", { name: "更换手机号" });
  await phone.getByLabel("新手机号").fill(oldNumber);
  await phone.getByRole("button", { name: "确认", exact: true }).click();
  await phone.getByText("与现在的手机号相同").waitFor();
  await phone.getByLabel("新手机号").fill(newNumber);
  await typeCode(page, newNumber);
  await phone.getByRole("button", { name: "确认", exact: true }).click();
  await page.getByText(`138****${stamp.slice(-4)}`).waitFor();

  await page.getByRole("tab", { name: "登录设备" }).click();
  const rowOf = (device: RegExp) => page.getByRole("row", { name: device });
  await rowOf(/iOS/).waitFor();
  // The session that the page is in ends by signing out, not here.
  const own = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "是", exact: true }) });
  expect(await own.getByRole("button", { name: "退出", exact: true }).count()).toBe(0);
  await rowOf(/iOS/).getByRole("button", { name: "退出", exact: true }).click();
  const asked = page.getByRole("dialog").filter({ hasText: /是否退出“.*iOS.*”上的登录？/ });
  await asked.getByRole("button", { name: "退出", exact: true }).click();
  await rowOf(/iOS/).waitFor({ state: "detached" });
  expect([await isAlive(phoneToken), await isAlive(elsewhere)]).toEqual([false, true]);
  await page.getByRole("button", { name: "退出其他所有登录" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "退出其他所有登录" }).click();
  await expect.poll(() => isAlive(elsewhere)).toBe(false);
  await page.getByRole("tab", { name: "登录记录" }).click();
  await page.getByRole("cell", { name: /登录/ }).first().waitFor();

  await page.getByRole("tab", { name: "安全设置" }).click();
  await page.getByRole("button", { name: "修改密码" }).click();
  const password = page.getByRole("dialog", { name: "修改密码" });
  expect((await password.boundingBox())?.width).toBe(800);
  await password.getByRole("button", { name: "保存" }).click();
  expect(await password.getByRole("alert").allInnerTexts()).toEqual([
    "请输入旧密码!",
    "请输入新密码!",
    "请确认新密码!",
  ]);
  const typed = async (old: string, next: string, again: string) => {
    for (const [label, text] of [
      ["旧密码", old],
      ["新密码", next],
      ["确认新密码", again],
    ] as const)
      await password.getByLabel(label, { exact: true }).fill(text);
    await password.getByRole("button", { name: "保存" }).click();
  };
  await typed(testPassword, "a-new-passphrase", "another-passphrase");
  await password.getByText("两次输入的密码不一样！").waitFor();
  await typed(testPassword, "a-new-passphrase", "a-new-passphrase");
  await password.waitFor({ state: "detached" });
  expect((await call("POST", "/sys/login", { ...person, password: "a-new-passphrase" }, "")).success).toBe(true);
  expect(complaints).toEqual([]);
});

it("SES-07: registering ends on the result page, from which the name comes along to the sign-in page", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByRole("link", { name: "立即注册" }).click();
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toEqual(["请输入用户名", "请输入密码", "请再次输入密码", "请输入手机号", "请输入短信验证码"]);
  await page.getByPlaceholder("用户名").fill("new_person");
  await page.getByPlaceholder("密码", { exact: true }).fill(testPassword);
  await page.getByPlaceholder("确认密码").fill(testPassword);
  await page.getByPlaceholder("手机号").fill("13911110003");
  await typeCode(page, "13911110003");
  await page.getByRole("button", { name: "注册", exact: true }).click();
  await page.waitForURL("**/user/register-result");
  await page.getByText("您的账号 new_person 注册成功").waitFor();
  await page.getByRole("link", { name: "去登录" }).click();
  await expect.poll(() => page.getByPlaceholder("请输入用户名").inputValue()).toBe("new_person");
  expect(complaints).toEqual([]);
});

it("SES-08: a forgotten password is set anew in four steps", async () => {
  const { page, complaints } = await openPage(browser);
  await page.goto(`${url}/user/login`);
  await page.getByRole("link", { name: "忘记密码" }).click();
  await page.waitForURL("**/user/alteration");
  const steps = page.getByRole("list", { name: "找回密码的步骤" }).getByRole("listitem");
  await expect
    .poll(async () => (await steps.allInnerTexts()).map((text) => text.split(/\s+/)))
    .toEqual([
      ["1", "用户账号"],
      ["2", "手机验证"],
      ["3", "更改密码"],
      ["4", "完成"],
    ]);
  // Each step begins in its first field: nobody has to reach for it.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("placeholder"));
  await expect.poll(focused).toBe("请输入用户名或手机号");
  await page.keyboard.type("forgetful");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("请输入手机号");
  await page.getByPlaceholder("请输入手机号").fill("13911110002");
  await typeCode(page, "13911110002");
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByPlaceholder("新密码", { exact: true }).fill("a-fresh-passphrase");
  await page.getByPlaceholder("确认新密码").fill("a-fresh-passphrase-2");
  await page.getByRole("button", { name: "更改密码" }).click();
  await page.getByText("两次输入的密码不一样！").waitFor();
  await page.getByPlaceholder("确认新密码").fill("a-fresh-passphrase");
  await page.getByRole("button", { name: "更改密码" }).click();
  await page.getByText("密码重置完成！").waitFor();
  await page.getByRole("link", { name: "返回登录" }).click();
  await expect.poll(() => page.getByPlaceholder("请输入用户名").inputValue()).toBe("forgetful");
  const body = { username: "forgetful", password: "a-fresh-passphrase" };
  expect((await call("POST", "/sys/login", body, "")).success).toBe(true);
  expect(complaints).toEqual([]);
});

/** Ends the page's session behind its back. */
async function endSession(page: Page): Promise<void> {
  const stored = await page.evaluate(() => Object.values(localStorage).join(" "));
  const token = /"token":"([\w-]{43})"/.exec(stored)?.[1] ?? "";
  expect((await call("POST", "/sys/logout", {}, token)).success).toBe(true);
}

it("ERR-03: after the session ended, signing in over the page repeats the call and keeps what was typed", async () => {
  const { page } = await openPage(browser);
  // The live channel would tell of the end before the save does.
  await page.routeWebSocket(/\/websocket\//, (channel) => channel.close());
  await signIn(page, url, "/member/level");
  await page.getByRole("button", { name: /新增/ }).first().click();
  await page.getByPlaceholder("请输入级别").fill("9");
  for (const [field, value] of [
    ["升级门槛", "90000"],
    ["折扣", "80"],
    ["积分倍率", "3"],
  ] as const) {
    await page.getByPlaceholder(`请输入${field}`).fill(value);
  }
  await page.getByRole("dialog").getByPlaceholder("请输入名称").fill("续登会员");
  await endSession(page);
  await page.evaluate(() => {
    (window as { marked?: boolean }).marked = true;
  });
  await page.getByRole("button", { name: /^保 ?存$/ }).click();
  await page.getByText("很抱歉，登录已过期，请重新登录").waitFor();
  await page.getByRole("button", { name: "重新登录" }).click();
  const dialog = page.getByRole("dialog", { name: "重新登录" });
  expect(await dialog.getByPlaceholder("请输入用户名").inputValue()).toBe("admin");
  await dialog.getByPlaceholder("请输入密码").fill(testPassword);
  await dialog.getByRole("button", { name: "登录", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  // The save went on by itself, on the same page, with what was typed.
  await page.getByRole("row", { name: /续登会员/ }).waitFor();
  expect(await page.evaluate(() => (window as { marked?: boolean }).marked)).toBe(true);
});

proveIt.each(["closing", "another person"])("ERR-03: %s begins anew on the sign-in page", async (how) => {
  const { page } = await openPage(browser);
  await signIn(page, url, "/member/level");
  // The live channel tells at once.
  await endSession(page);
  await page.getByRole("button", { name: "重新登录" }).click();
  const dialog = page.getByRole("dialog", { name: "重新登录" });
  if (how === "closing") await dialog.getByRole("button", { name: "关闭" }).click();
  else {
    await dialog.getByPlaceholder("请输入用户名").fill("finance");
    await dialog.getByPlaceholder("请输入密码").fill(testPassword);
    await dialog.getByRole("button", { name: "登录", exact: true }).click();
  }
  await page.waitForURL("**/user/login?redirect=%2Fmember%2Flevel");
  // The whole page is loaded anew meanwhile.
  const kept = () => page.evaluate(() => Object.values(localStorage).join(" ")).catch(() => '"token"');
  await expect.poll(kept).not.toContain('"token"');
});

proveIt("SES-15: clearing the cache fetches every dictionary anew and says 刷新缓存完成！", async () => {
  const { page } = await openPage(browser);
  await signIn(page, url);
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname.replace("/api", "")));
  await page.getByRole("button", { name: "用户菜单" }).click();
  await page.getByRole("menuitem", { name: "清空缓存" }).click();
  await page.getByText("刷新缓存完成！").waitFor();
  const dictionaryCalls = paths.filter((path) => path.startsWith("/sys/dict/"));
  expect(dictionaryCalls).toEqual(["/sys/dict/refleshCache", "/sys/dict/queryAllDictItems"]);
});

proveIt(
  "two-step verification: a person scans the QR code, signs in with a recovery code after a wrong one, and switches it off",
  async () => {
    // Of their own at each try.
    const username = `steps_${Date.now()}`;
    await addPerson({ username, realname: "双步", ...(await someRole()) });
    const { page } = await openPage(browser);
    await signIn(page, url, "/account/center?part=security", username);
    await page.getByRole("button", { name: "开启两步验证" }).click();
    await page.getByLabel("登录密码").fill(testPassword);
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: "添加到验证器应用的二维码" }).locator("canvas, svg").waitFor();
    const secret = Secret.fromBase32((await page.getByRole("dialog").locator("code").innerText()).trim());
    await page.getByLabel("6 位动态码").fill("12ab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("alert").allInnerTexts()).toEqual(["请输入 6 位数字的动态码"]);
    await page.getByLabel("6 位动态码").fill(new TOTP({ secret }).generate());
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "我已保存" }).waitFor();
    const codes = (await page.getByRole("dialog").locator("code").innerText()).trim().split(/\s+/);
    expect(codes.length).toBe(10);
    await page.getByRole("button", { name: "我已保存" }).click();
    await page.getByText("还有 10 个恢复码可用").waitFor();

    const { page: other } = await openPage(browser);
    await other.goto(`${url}/user/login?redirect=%2Faccount%2Fcenter%3Fpart%3Dsecurity`);
    await other.getByPlaceholder("请输入用户名").fill(username);
    await other.getByPlaceholder("请输入密码").fill(testPassword);
    await other.getByRole("button", { name: "登录", exact: true }).click();
    const question = other.getByRole("dialog", { name: "两步验证" });
    await question.getByLabel("动态码或恢复码").fill("not-a-code");
    await other.keyboard.press("Enter");
    await expect
      .poll(() => question.getByRole("alert").allInnerTexts())
      .toEqual(["动态码不正确或已使用过，请输入新的动态码"]);
    // Giving up leaves the form, which says what is missing.
    await question.getByRole("button", { name: "取消" }).click();
    await expect.poll(() => other.getByRole("alert").allInnerTexts()).toContain("请输入两步验证的动态码");
    await other.getByRole("button", { name: "登录", exact: true }).click();
    await question.getByLabel("动态码或恢复码").fill(codes[0] ?? "");
    await other.keyboard.press("Enter");
    await other.getByText("还有 9 个恢复码可用").waitFor();
    await other.getByRole("button", { name: "管理两步验证" }).click();
    await other.getByLabel("动态码或恢复码").fill(codes[1] ?? "");
    await other.getByRole("button", { name: "关闭两步验证", exact: true }).click();
    await other.getByText("未开启。").waitFor();
  },
);

proveIt(
  "SES-02 a role asks for two-step verification; a remembered browser is not asked again, but before a role is copied",
  async () => {
    const mark = `${Date.now()}`;
    await call("POST", "/sys/role/add", { roleCode: `asks_${mark}`, roleName: "须两步", secondFactor: "Y" });
    const roles = await call<readonly { id: string; roleCode: string }[]>("GET", "/sys/role/queryall");
    const chosen = roles.result.filter(({ roleCode }) => ["admin", `asks_${mark}`].includes(roleCode));
    const username = `must_${mark}`;
    await addPerson({ username, realname: "必双", selectedroles: chosen.map(({ id }) => id).join(",") });

    const { page } = await openPage(browser);
    const enter = async () => {
      await page.goto(`${url}/user/login?redirect=%2Fsystem%2Frole`);
      await page.getByPlaceholder("请输入用户名").fill(username);
      await page.getByPlaceholder("请输入密码").fill(testPassword);
      await page.getByRole("button", { name: "登录", exact: true }).click();
    };
    const leave = async () => {
      await page.getByRole("button", { name: "用户菜单" }).click();
      await page.getByRole("menuitem", { name: "退出登录" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "退出登录" }).click();
      await page.waitForURL("**/user/login*");
    };
    await enter();
    await page.getByRole("heading", { name: "请先开启两步验证" }).waitFor();
    await page.goto(`${url}/system/role`);
    await page.waitForURL("**/user/second-factor*");
    await page.getByRole("button", { name: "开启" }).click();
    await page.getByLabel("登录密码").fill(testPassword);
    await page.keyboard.press("Enter");
    const secret = Secret.fromBase32((await page.getByRole("dialog").locator("code").innerText()).trim());
    await page.getByLabel("6 位动态码").fill(new TOTP({ secret }).generate());
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "我已保存" }).waitFor();
    const codes = (await page.getByRole("dialog").locator("code").innerText()).trim().split(/\s+/);
    await page.getByRole("button", { name: "我已保存" }).click();
    await page.getByRole("navigation", { name: "主菜单" }).waitFor();

    await leave();
    await enter();
    const question = page.getByRole("dialog", { name: "两步验证" });
    await question.getByLabel("动态码或恢复码").fill(codes[0] ?? "");
    await question.getByLabel("30 天内在这个浏览器上登录不再询问").check();
    await page.keyboard.press("Enter");
    await page.getByRole("table", { name: "角色管理" }).waitFor();

    await leave();
    await enter();
    await page.getByRole("table", { name: "角色管理" }).waitFor();
    const row = page.getByRole("row").filter({ hasText: "须两步" }).first();
    await row.getByRole("button", { name: "更多" }).click();
    await page.getByRole("menuitem", { name: "复制" }).click();
    const ask = page.getByRole("dialog", { name: "复制" });
    await ask.getByLabel("角色名称").fill("须两步副本");
    await ask.getByLabel("角色编码").fill(`copy_${mark}`);
    await ask.getByRole("button", { name: "复制" }).click();
    await question.getByText("这项操作要再确认一次是您本人").waitFor();
    await question.getByLabel("动态码或恢复码").fill("123456");
    await page.keyboard.press("Enter");
    await question.getByRole("alert").waitFor();
    await question.getByLabel("动态码或恢复码").fill(codes[1] ?? "");
    await page.keyboard.press("Enter");
    await page.getByText("角色已复制").waitFor();

    await page.goto(`${url}/account/center?part=security`);
    await page.getByRole("button", { name: "管理两步验证" }).click();
    await page.getByText("您的角色要求两步验证，不能关闭").waitFor();
    await page.getByRole("button", { name: /^移除/ }).click();
    await page.getByText("已移除，下次登录要输入动态码").waitFor();
  },
);
