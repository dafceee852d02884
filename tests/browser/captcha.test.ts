import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage } from "../support/console-page.ts";
import { testPassword } from "../support/console-server.ts";
import { answer } from "../support/made-page.ts";
import { dot } from "../support/pictures.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const dotAddress = `data:image/png;base64,${dot.toString("base64")}`;

it("SES-01, PCK-10: with the captcha on, a wrong one is refused and renewed, and the slider is asked for", async () => {
  const { page } = await openPage(browser);
  // The server of these tests asks no captcha: its answers with one are those of tests/attack/sign-in.test.ts.
  let pictures = 0;
  await page.route("**/sys/randomImage/*", (route) => {
    pictures += 1;
    return route.fulfill(answer(`${dotAddress}#${pictures}`));
  });
  await page.route("**/sys/login", (route) =>
    route.fulfill({ json: { success: false, code: 500, message: "验证码错误", result: null, timestamp: 0 } }),
  );
  await page.goto(`${url}/user/login`);
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
