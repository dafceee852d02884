import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { type CasServer, startCasServer } from "../support/cas-server.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { type LyingProvider, startLyingProvider } from "../support/lying-provider.ts";

let browser: Browser;
let server: ConsoleServer;
let oidc: LyingProvider;
let cas: CasServer;
beforeAll(async () => {
  [oidc, cas, browser] = await Promise.all([startLyingProvider("console"), startCasServer(), sharedBrowser()]);
  const env = {
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: "console",
    OIDC_NAME: "集团登录",
    CAS_URL: cas.address,
    CAS_NAME: "校园登录",
    CAS_UNKNOWN: "create",
  };
  server = await startConsoleServer(env, await copyDemoData());
});
afterAll(async () => {
  await Promise.all([server.stop(), oidc.close(), cas.close()]);
  rmSync(server.dataDir, { recursive: true, force: true });
});

it("SES-03, SES-04: from an empty browser wrong answers of both are told, a person binds and signs in by OpenID Connect, 个人中心 unbinds and binds, and a ticket of CAS signs in", async () => {
  const { page } = await openPage(browser);
  const way = (name: string) => page.getByRole("link", { name });
  await page.goto(`${server.url}/user/login?redirect=%2Faccount%2Fcenter`);

  // Wrong answers first: each is told on the sign-in page, which stays usable.
  oidc.token = "foreign key";
  await way("集团登录").click();
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContain("无法验证集团登录返回的身份，已拒绝登录，请联系管理员");
  expect(new URL(page.url()).hash).toBe("");
  cas.says =
    '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure></cas:serviceResponse>';
  await way("校园登录").click();
  await expect
    .poll(() => page.getByRole("alert").allInnerTexts())
    .toContain("校园登录的票据无效、已使用或已过期，请重新登录");

  oidc.token = "right";
  // Nobody has seen this one before, at a second try either.
  const sub = `person-${Date.now()}`;
  const email = `${sub}@example.com`;
  oidc.claims = { sub };
  oidc.userinfo = { sub, preferred_username: "clerk", email };
  await way("集团登录").click();
  await page.getByRole("heading", { name: "绑定账号" }).waitFor();
  expect(await page.getByPlaceholder("请输入用户名").inputValue()).toBe("clerk");
  await page.getByPlaceholder("请输入密码").fill("not-the-password");
  await page.getByRole("button", { name: "绑定并登录" }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("用户名或密码错误");
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByRole("button", { name: "绑定并登录" }).click();
  await page.waitForURL("**/account/center");

  await page.getByRole("tab", { name: "账号绑定" }).click();
  await page.getByText(email).waitFor();
  await page.getByRole("button", { name: "解除绑定" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "解除绑定" }).click();
  await expect.poll(() => page.getByText(email).count()).toBe(0);

  // And binds both from there, without leaving their session.
  cas.says = undefined;
  cas.user = `student-${sub}`;
  for (const [name, label] of [
    ["集团登录", email],
    ["校园登录", cas.user],
  ] as const) {
    const row = page.getByRole("row", { name });
    await row.getByRole("button", { name: "绑定", exact: true }).click();
    await page.getByText(`已绑定${name}账号`).waitFor();
    await page.getByText(label).waitFor();
    expect(page.url()).toBe(`${server.url}/account/center?part=identities`);
  }

  // From another empty browser a ticket of CAS is their session.
  const { page: other } = await openPage(browser);
  await other.goto(`${server.url}/user/login?redirect=%2Faccount%2Fcenter%3Fpart%3Didentities`);
  await other.getByRole("link", { name: "校园登录" }).click();
  await other.getByText(cas.user).waitFor();

  // Free for another try.
  for (const count of [1, 0]) {
    await page.getByRole("button", { name: "解除绑定" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "解除绑定" }).click();
    await expect.poll(() => page.getByRole("button", { name: "解除绑定" }).count()).toBe(count);
  }
});

it("SES-03: an administrator adds a provider whose host is not allowed, is told so, and loses nothing", async () => {
  const { page } = await openPage(browser);
  await signIn(page, server.url);
  await page.goto(`${server.url}/system/signInProvider`);
  await page.getByText("集团登录").first().waitFor();
  await page.getByRole("button", { name: /新\s?增/ }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("名称", { exact: true }).fill("伙伴登录");
  await form.getByLabel("编码", { exact: true }).fill("partner");
  await form.getByLabel("服务地址").fill("https://login.example.com");
  await form.getByLabel("客户端标识").fill("console");
  await form.getByRole("button", { name: /确\s?[定认]|保\s?存/ }).click();
  await page.getByText("不允许连接 login.example.com:443，请运维在环境变量 SIGN_IN_HOSTS 中加入").first().waitFor();
  expect(await form.getByLabel("名称", { exact: true }).inputValue()).toBe("伙伴登录");
});
