import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { addPerson, someRole, typeCode } from "../support/console-people.ts";
import { testPassword } from "../support/console-server.ts";
import { callerWith, openSession } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const phoneAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

it("SES-14 the personal centre keeps profile, picture, number and password, and ends another session by its row, then all others", async () => {
  // Another try finds the person of the first one, with the number and the password already changed.
  const stamp = String(Date.now() % 10_000_000).padStart(7, "0");
  const person = { username: `central${stamp}`, password: testPassword };
  const [oldNumber, newNumber] = [`1380${stamp}`, `1381${stamp}`];
  await addPerson({ username: person.username, realname: "中心", phone: oldNumber, ...(await someRole()) });
  const elsewhere = await openSession(url, person.username);
  const onPhone = await fetch(`${url}/api/sys/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": phoneAgent },
    body: JSON.stringify(person),
  });
  const phoneToken = ((await onPhone.json()) as { result: { token: string } }).result.token;
  const userInfo = (token: string) =>
    callerWith(url, token).get<{ userInfo: { birthday: string } }>("/sys/user/getUserInfo", {});
  const isAlive = async (token: string) => (await userInfo(token)).success;
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
  expect((await userInfo(phoneToken)).result.userInfo.birthday).toBe("1990-01-31");
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
  expect(await openSession(url, person.username, "a-new-passphrase")).toEqual(expect.any(String));
  expect(complaints).toEqual([]);
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
