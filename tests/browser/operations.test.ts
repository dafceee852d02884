import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

proveIt(
  "SYS-17 SYS-18 an old version of a row is compared and put back; a person who is put out signs in again",
  async () => {
    const { page, complaints } = await openPage(browser);
    await signIn(page, url, "/system/job");
    const dialog = page.getByRole("dialog");
    for (const parameter of ["甲", "乙"]) {
      await page
        .getByRole("row")
        .filter({ has: page.getByRole("button", { name: "清理会话", exact: true }) })
        .getByRole("button", { name: "编辑" })
        .click();
      await dialog.getByLabel("参数").fill(parameter);
      await dialog.getByRole("button", { name: "保存" }).click();
      await page.getByRole("row", { name: new RegExp(`清理会话.*${parameter}`) }).waitFor();
    }

    // The log tells other jobs' changes too: the row is this job's, at the version that the second change left.
    const { result } = await callAs(page, url).get<{ records: { version: number }[] }>("/sys/quartzJob/list", {
      description: "清理会话",
    });
    await page.goto(`${url}/monitor/dataLog`);
    await page
      .getByRole("row", { name: new RegExp(`定时任务 清理会话 ${result.records[0]?.version} `) })
      .getByRole("button", { name: "比较版本" })
      .click();
    await page
      .getByRole("dialog", { name: "定时任务 清理会话" })
      .getByRole("row", { name: /参数 甲 乙/ })
      .waitFor();
    await dialog.getByRole("button", { name: /^恢复到版本/ }).click();
    const question = page.getByRole("dialog", { name: /^恢复到版本/ });
    await question.getByRole("button", { name: /^恢复到版本/ }).click();
    await page.getByText(/^已恢复到版本/).waitFor();
    await page.goto(`${url}/system/job`);
    await page.getByRole("row", { name: /清理会话.*甲/ }).waitFor();

    // Nobody else signs in as this person.
    const other = await openPage(browser);
    await signIn(other.page, url, "/", "auditor");
    await page.goto(`${url}/monitor/online`);
    await page
      .getByRole("row", { name: /auditor/ })
      .getByRole("button", { name: "强制退出" })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "强制退出" }).click();
    await page.getByText("已退出").waitFor();
    await other.page.goto(`${url}/system/job`);
    await other.page.getByPlaceholder("请输入密码").waitFor();
    expect(complaints).toEqual([]);
  },
);

it("SYS-20 the pages of the server draw their gauges, figures and charts", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/monitor/server");
  await page.getByRole("img", { name: /^系统 CPU/ }).waitFor();
  await page.getByRole("region", { name: "健康状况" }).first().getByText("数据库").waitFor();
  await page.getByRole("img", { name: "处理器，最近一小时" }).waitFor();
  await page.goto(`${url}/monitor/httpTrace`);
  await page
    .getByRole("row", { name: /\/api\/sys\/monitor/ })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
