import { rmSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyDemoData } from "../../scripts/demo-data.mjs";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer } from "../support/console-server.ts";
import { callAs } from "../support/page-caller.ts";
import { quietPort } from "../support/quiet-port.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const dialog = (page: Page) => page.getByRole("dialog");
const nameField = (page: Page) => dialog(page).getByLabel("姓名", { exact: true });
const saveButton = (page: Page) => dialog(page).getByRole("button", { name: "保存" });

async function fillMember(page: Page, realname: string, mobile: string): Promise<void> {
  await page.getByRole("button", { name: "新增会员" }).first().click();
  await nameField(page).fill(realname);
  await dialog(page).getByLabel("手机号").fill(mobile);
}

const countOf = async (page: Page, consoleUrl: string, mobile: string) =>
  (await callAs(page, consoleUrl).get<{ readonly total: number }>("/member/member/list", { mobile })).result.total;

/** What the form must still hold, with the reason over it in Chinese. */
async function expectKept(page: Page, realname: string, mobile: string): Promise<void> {
  await expect.poll(() => dialog(page).getByRole("alert").first().innerText()).toMatch(/[\u4e00-\u9fff]{4,}/);
  expect(await nameField(page).inputValue()).toBe(realname);
  expect(await dialog(page).getByLabel("手机号").inputValue()).toBe(mobile);
  await expect.poll(() => saveButton(page).isEnabled()).toBe(true);
}

describe("the server is killed in the middle of a save", () => {
  let server: ConsoleServer;
  let folder: string;
  let port: string;
  beforeAll(async () => {
    folder = await copyDemoData();
    port = String(await quietPort());
    server = await startConsoleServer({ PORT: port }, folder);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("the form keeps everything, the session lasts over the restart, and saving again makes exactly one row", async () => {
    const { page } = await openPage(browser);
    await signIn(page, server.url, "/member/member");
    await fillMember(page, "断电时填写", "13660003000");
    await page.route(
      "**/member/member/add",
      async (route) => {
        await server.stop("SIGKILL");
        await route.continue();
      },
      { times: 1 },
    );
    await saveButton(page).click();
    await expectKept(page, "断电时填写", "13660003000");
    server = await startConsoleServer({ PORT: port }, folder);
    await saveButton(page).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(await countOf(page, server.url, "13660003000")).toBe(1);
  });
});
