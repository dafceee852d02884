import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";

let browser: Browser;
let server: ConsoleServer;
beforeAll(async () => {
  const dataDir = await copyDemoData();
  [browser, server] = await Promise.all([sharedBrowser(), startConsoleServer({ CAPTCHA: "on" }, dataDir)]);
});
afterAll(async () => {
  await server.stop();
  rmSync(server.dataDir, { recursive: true, force: true });
});

it("SES-01, PCK-10: with the captcha on, a wrong one is refused and renewed, and the slider is asked for", async () => {
  const { page } = await openPage(browser);
  await page.goto(`${server.url}/user/login`);
  const picture = page.getByRole("img", { name: /验证码/ });
  await picture.waitFor();
  const first = await picture.getAttribute("src");
  await page.getByPlaceholder("请输入用户名").fill("admin");
  await page.getByPlaceholder("请输入密码").fill(testPassword);
  await page.getByPlaceholder("请输入验证码").fill("zzzz");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toEqual(["请先拖动滑块完成验证"]);
  const slider = page.getByRole("slider");
  const handle = await slider.boundingBox();
  if (!handle) throw new Error("the slider has no handle");
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 4 });
  await expect.poll(async () => Number(await slider.getAttribute("aria-valuenow"))).toBeGreaterThan(10);
  await page.mouse.up();
  // PCK-10: let go too early, it goes back.
  await expect.poll(() => slider.getAttribute("aria-valuenow")).toBe("0");
  await page.getByText("拖动滑块验证").waitFor();
  await slider.focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press("ArrowRight");
  await page.getByText("验证通过").waitFor();
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toEqual(["验证码错误"]);
  await expect.poll(() => picture.getAttribute("src")).not.toBe(first);
});
