import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** One red dot. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

async function openNewMember(page: Page, realname: string, mobile: string) {
  await signIn(page, url, "/member/member");
  await page.getByRole("button", { name: "新增会员" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("姓名").fill(realname);
  await dialog.getByLabel("手机号").fill(mobile);
  return dialog;
}

it("UPL-04, PCK-01: a member with a picture and a district is saved and read again in list and detail", async () => {
  const { page, complaints } = await openPage(browser);
  const dialog = await openNewMember(page, "林晓舟", "13655550001");
  await dialog.getByLabel("选择头像文件").setInputFiles({ name: "头像.png", mimeType: "image/png", buffer: picture });
  await dialog.getByRole("button", { name: "头像 1", exact: true }).waitFor();
  await dialog.getByLabel("所在地区").click();
  await page.getByText("浙江省", { exact: true }).click();
  await page.getByText("杭州市", { exact: true }).click();
  await page.getByText("西湖区", { exact: true }).click();
  await expect.poll(() => dialog.innerText()).toContain("浙江省杭州市西湖区");
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });

  const row = page.getByRole("row").filter({ hasText: "林晓舟" });
  const memberNo = row.getByRole("button", { name: /^M\d+/ });
  await memberNo.click();
  const detail = page.getByRole("dialog");
  await expect.poll(() => detail.innerText()).toContain("浙江省杭州市西湖区");
  const image = detail.getByRole("button", { name: "头像 1" }).locator("img");
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
  expect(complaints).toEqual([]);
});

it("a text file named .png is refused with its reason, and everything else in the form stays", async () => {
  const { page } = await openPage(browser);
  const dialog = await openNewMember(page, "周远", "13655550002");
  const fake = { name: "说明.png", mimeType: "image/png", buffer: Buffer.from("只是文字") };
  await dialog.getByLabel("选择头像文件").setInputFiles(fake);
  await expect
    .poll(() => dialog.getByRole("alert").allInnerTexts())
    .toContain("说明.png 上传失败：文件内容与类型不符，请检查后重试");
  expect(await dialog.getByLabel("姓名").inputValue()).toBe("周远");
  expect(await dialog.getByLabel("手机号").inputValue()).toBe("13655550002");
  await dialog.getByRole("button", { name: "移除 头像 1" }).click();
  const saved = page.waitForRequest((request) => request.url().endsWith("/member/member/add"));
  await dialog.getByRole("button", { name: "保存" }).click();
  expect((await saved).postDataJSON()).not.toHaveProperty("avatar");
  await dialog.waitFor({ state: "detached" });
});

it("a form that is saved while a picture is on its way waits and says so", async () => {
  const { page } = await openPage(browser);
  const dialog = await openNewMember(page, "沈知", "13655550003");
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/sys/common/upload", async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByLabel("选择头像文件").setInputFiles({ name: "头像.png", mimeType: "image/png", buffer: picture });
  await dialog.getByText(/^上传中/).waitFor();
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect.poll(() => dialog.getByRole("alert").allInnerTexts()).toContain("文件还在上传，请稍候再保存");
  release();
  await dialog.getByRole("button", { name: "头像 1", exact: true }).waitFor();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.waitFor({ state: "detached" });
});

it("the divisions and the upload come with the first form that shows them, not with the list", async () => {
  const { page } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await signIn(page, url, "/member/member");
  await page.getByRole("button", { name: "新增会员" }).first().waitFor();
  const isHeavy = (path: string) => /Area|Upload|areas/.test(path);
  expect(scripts.filter(isHeavy)).toEqual([]);
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await page.getByRole("dialog").getByLabel("所在地区").waitFor();
  expect(scripts.filter(isHeavy).length).toBeGreaterThan(0);
});
