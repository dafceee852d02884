import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

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

proveIt("a text file named .png is refused with its reason, and everything else in the form stays", async () => {
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

proveIt("a form that is saved while a picture is on its way waits and says so", async () => {
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

proveIt("an upload comes with the first form that shows one, the divisions when they are touched", async () => {
  const { page } = await openPage(browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  await signIn(page, url, "/member/member");
  await page.getByRole("button", { name: "新增会员" }).first().waitFor();
  const uploads = () => scripts.filter((path) => /Upload/.test(path));
  const divisions = () => scripts.filter((path) => /divisions|areas/.test(path));
  expect([...uploads(), ...divisions()]).toEqual([]);
  await page.getByRole("button", { name: "新增会员" }).first().click();
  const area = page.getByRole("dialog").getByLabel("所在地区");
  await area.waitFor();
  await expect.poll(() => uploads().length).toBeGreaterThan(0);
  expect(divisions()).toEqual([]);
  await area.click();
  await page.getByText("浙江省", { exact: true }).waitFor();
  expect(divisions().length).toBeGreaterThan(0);
});

proveIt(
  "CRN-01, CRN-02: an expression is typed, refused with its reason, read back into seven parts, told in words and put together",
  async () => {
    const { page, complaints } = await visit(browser, url, "/system/job");
    await page.getByRole("button", { name: "新增定时任务" }).first().click();
    const form = page.getByRole("dialog", { name: "新增定时任务" });
    const text = form.getByLabel("执行时间");
    await text.fill("99 * * * * ?");
    await text.blur();
    await form.getByText("Cron表达式参数[秒]错误：99").waitFor();
    const dialog = page.getByRole("dialog", { name: "Cron 表达式" });
    const open = async () => {
      await form.getByRole("button", { name: "编辑 Cron 表达式" }).click();
      await dialog.getByRole("tab", { name: "秒" }).waitFor();
    };
    await open();
    await dialog.getByText("原表达式有误，确认后会被替换").waitFor();
    await dialog.getByRole("button", { name: "取消" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await text.inputValue()).toBe("99 * * * * ?");

    await text.fill("5-20 0/15 8,12 ? 3 6#2 2027-2029");
    await open();
    expect(await dialog.evaluate((element) => element.getBoundingClientRect().width)).toBe(608);
    const panel = dialog.getByRole("tabpanel");
    const modes: string[] = [];
    for (const name of ["秒", "分", "时", "日", "月", "周", "年"]) {
      await dialog.getByRole("tab", { name, exact: true }).click();
      modes.push(await panel.locator("input[type=radio]:checked").inputValue());
    }
    expect(modes).toEqual(["range", "increment", "specific", "none", "specific", "nth", "range"]);
    expect(await dialog.getByRole("status").innerText()).toBe(
      "2027年至2029年 3月第2个周五 8时、12时 每15分钟 第5秒至20秒执行",
    );

    await dialog.getByRole("tab", { name: "秒", exact: true }).click();
    const bounds = await panel
      .getByRole("spinbutton")
      .evaluateAll((all) =>
        all.map((each) =>
          ["aria-label", "aria-valuemin", "aria-valuemax"].map((name) => each.getAttribute(name)).join(" "),
        ),
      );
    expect(bounds).toEqual(["开始值 0 59", "间隔 1 59", "范围开始 1 59", "范围结束 0 59"]);
    await dialog.getByRole("tab", { name: "日", exact: true }).click();
    await panel.getByRole("radio", { name: "每月最后一天" }).check();
    const times = dialog.getByRole("list").last().getByRole("listitem");
    await expect.poll(() => times.first().innerText()).toBe("2027-03-31 08:00:05");
    expect(await times.allInnerTexts()).toHaveLength(10);
    await dialog.getByRole("button", { name: "确认" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await text.inputValue()).toBe("5-20 0/15 8,12 L 3 ? 2027-2029");
    expect(complaints).toEqual([]);
  },
);
