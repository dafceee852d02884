import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findings } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
const shipped = readFileSync("schemas/store/store-salesman.screen.json", "utf8");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

it("AUT-04 a column's title changed in the console is previewed, published, told to an open page, and restored", async () => {
  const { page, complaints } = await openPage(browser);
  const other = await openPage(browser);
  const scripts: string[] = [];
  other.page.on("request", (request) => scripts.push(request.url()));
  await signIn(other.page, url, "/store/salesman");
  const header = (name: string) => other.page.getByRole("columnheader", { name });
  await other.page.getByRole("columnheader").first().waitFor();
  expect(scripts.filter((script) => /monaco|MonacoCode/i.test(script))).toEqual([]);

  await signIn(page, url, "/online/documentEditor?path=store%2Fstore-salesman.screen.json");
  const code = page.getByRole("textbox", { name: "文档的 JSON" });
  await code.waitFor();
  const preview = page.getByRole("columnheader", { name: "业务专员" });
  await page.getByText("没有问题").waitFor();
  const changed = shipped.replace(/"salesmanId",(?=\s*\{)/, '{ "field": "salesmanId", "title": "业务专员" },');
  await code.focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(JSON.stringify(JSON.parse(changed)));
  // What the editor closed by itself.
  await page.keyboard.press("ControlOrMeta+Shift+End");
  await page.keyboard.press("Delete");
  await preview.first().waitFor();
  expect(await findings(page)).toEqual([]);

  await page.getByRole("button", { name: "发布…" }).click();
  const dialog = page.getByRole("dialog", { name: "发布修改" });
  await dialog.getByText(/业务专员/).waitFor();
  await dialog.getByRole("button", { name: "发布", exact: true }).click();
  await page.getByText(/已发布第 \d+ 版/).waitFor();

  await other.page.getByText("这个页面刚刚发布了新的版本。").waitFor();
  await other.page.getByRole("button", { name: "刷新页面" }).click();
  await header("业务专员").first().waitFor();

  await page.getByRole("button", { name: "历史版本" }).click();
  const history = page.getByRole("dialog", { name: "历史版本" });
  await history
    .getByText(/业务专员/)
    .first()
    .waitFor();
  await history.getByRole("button", { name: "恢复为文件" }).click();
  await page.getByRole("dialog", { name: "恢复为文件？" }).getByRole("button", { name: "确认" }).click();
  await page.getByText("已恢复为文件里的内容").waitFor();
  await other.page.reload();
  await other.page.getByRole("columnheader").first().waitFor();
  expect(await header("业务专员").count()).toBe(0);
  // Monaco says this of a colouring that a text of one line was too quick for; nothing comes of it.
  const ofMonaco = (text: string) => text.includes("Token length and text length do not match");
  expect([...complaints, ...other.complaints].filter((text) => !ofMonaco(text))).toEqual([]);
});

it("AUT-04 what was typed outlasts other tabs and other documents, and saving it by keyboard keeps the focus", async () => {
  const { page, complaints } = await visit(browser, url, "/online/documents");
  const design = (at: number) => page.getByRole("main").getByRole("button", { name: "设计", exact: true }).nth(at);
  const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  const unsaved = page.getByText("有未保存的修改");
  await design(0).click();
  const code = page.getByRole("textbox", { name: "文档的 JSON" });
  await page.getByText("没有问题").waitFor();
  await code.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.insertText("\n\n");
  await unsaved.waitFor();
  const first = page.url();

  await tab("页面设计");
  await design(1).click();
  await page.getByRole("dialog", { name: "放弃修改" }).getByRole("button", { name: "取消" }).click();
  await tab("页面设计器");
  await unsaved.waitFor();
  expect(page.url()).toBe(first);

  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole("button", { name: "保存草稿" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("历史版本");
  await page.getByRole("button", { name: "放弃修改" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "放弃修改" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(focused).toBe("历史版本");
  expect(complaints).toEqual([]);
});

proveIt(
  "AUT-04 the preview follows the outline, takes a change back, and shows what another role may press",
  async () => {
    const { page, complaints } = await visit(browser, url, "/online/documentEditor?path=store%2Fstore.screen.json");
    const preview = page.getByRole("region", { name: "预览" });
    const button = preview.getByRole("button", { name: /^新增/ });
    await button.first().waitFor();
    for (const name of ["收起或展开大纲", "收起或展开预览"])
      for (const _press of ["away", "back"]) await page.getByRole("button", { name }).click();
    const outline = page.getByRole("tree", { name: "大纲" });
    await outline.getByText("门店名称").nth(1).click();
    const property = page.getByRole("region", { name: "属性" }).getByRole("textbox", { name: /title/ });
    await property.fill("店名");
    await property.press("Enter");
    const header = preview.getByRole("columnheader", { name: "店名", exact: true });
    await header.first().waitFor();
    await page.getByRole("textbox", { name: "文档的 JSON" }).focus();
    await page.keyboard.press("ControlOrMeta+Z");
    await header.first().waitFor({ state: "detached" });

    await page.getByRole("combobox", { name: "以谁的权限预览" }).click();
    await page.getByTitle("店员", { exact: true }).click();
    await preview.getByRole("columnheader").first().waitFor();
    await button.first().waitFor({ state: "detached" });
    await page.getByText("按钮和字段按这个角色显示").waitFor();
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "Alt+X tells where a cell's column is written and what it inherits, and what the page does not show",
  async () => {
    const { page, complaints } = await visit(browser, url, "/store/order");
    const row = page.locator("tr[data-row]").first();
    await row.waitFor();
    await page.keyboard.press("Alt+KeyX");
    await page.getByText(/^指向页面的一处/).waitFor();
    await row
      .getByText(/^(待|已|退)/)
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: "状态" });
    await drawer.getByRole("row", { name: /^width 90 文件 store-order\.screen\.json:\d+/ }).waitFor();
    await drawer.getByRole("row", { name: /^dict order_status 模型 store-order\.model\.json:\d+/ }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "没有显示的部分" }).click();
    await page.getByRole("dialog", { name: "没有显示的部分" }).getByText("批量审核").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await page.getByText(/^指向页面的一处/).count()).toBe(0);
    // The press that looked opened nothing of the page.
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);
