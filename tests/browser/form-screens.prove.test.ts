import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { type ConsolePage, visit } from "../support/console-page.ts";
import { type ConsoleServer, startConsoleServer, testPassword } from "../support/console-server.ts";
import { type FormCaller, formCaller } from "../support/form-caller.ts";
import { type HeardCall, listen, pictureOf } from "../support/page-picture.ts";
import { aStoredForm, formBase } from "../support/stored-form.ts";
import { until } from "../support/until.ts";

/**
 * ONF-04, NAV-04: each screen of a form, opened from the menu, beside the page from files that the product exports of the
 * same definition: what it shows, what it asks the server, and what is answered.
 */
const schemas = fileURLToPath(new URL("../../schemas", import.meta.url));
const themes = { plain: "normal", erp: "erp", inner: "innerTable", tab: "tab" } as const;
const titles: Readonly<Record<string, string>> = {
  ...{ plain: "出差", erp: "出差账", inner: "出差内嵌", tab: "出差分页", tree: "片区", view: "出差视图" },
};
const text = (dbFieldName: string, dbFieldTxt: string, more: object = {}) => ({
  ...{ dbFieldName, dbFieldTxt, dbType: "string", dbLength: 32, isShowForm: 1, isShowList: 1 },
  ...more,
});

/** One side: the forms of one server, or the pages from files of the other. */
interface Side {
  readonly server: ConsoleServer;
  readonly caller: FormCaller;
  /** Where the rows of a form are asked for. */
  readonly baseOf: (name: string) => string;
  readonly formPage: (recordId: string) => string;
}
interface OpenSide extends Side {
  readonly page: Page;
  readonly complaints: ConsolePage["complaints"];
  readonly calls: () => Promise<readonly HeardCall[]>;
  hears(name: string): void;
}

const folders: string[] = [];
const heads = new Map<string, string>();
/** The form that has the view; a table belongs to one model of files, so its own page is not exported beside. */
let seen: string;
let browser: Browser;
let here: Side;
let away: Side;

const tableOf = (name: string) => (name === "view" ? "ext_s_seen$1" : `ext_s_${name}`);
const pageOf = (name: string) => `/form/${tableOf(name).replace("$", "-view-").replaceAll("_", "-")}`;

beforeAll(async () => {
  browser = await openBrowser();
  const documents = mkdtempSync(join(tmpdir(), "schema-console-screens-"));
  folders.push(documents);
  const server = await startConsoleServer({ SEED: "none" });
  const caller = await formCaller(server.url);
  here = {
    ...{ server, caller, baseOf: (name: string) => `${formBase}/form/${heads.get(name)}` },
    formPage: (id) => `/online/df/ext_s_plain/${id}`,
  };
  await storeForms(caller);
  const token = await tokenOf(server);
  for (const [name, id] of heads) {
    if (name.endsWith("_line")) continue;
    const menu = await caller.call("POST", `${formBase}/head/addMenu`, { id, parentId: "base", name: titles[name] });
    expect(menu, JSON.stringify([name, menu])).toMatchObject({ success: true });
    const zip = await fetch(`${server.url}/api${formBase}/head/exportPages?id=${id}`, { headers: token });
    for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())))) {
      mkdirSync(dirname(join(documents, path)), { recursive: true });
      writeFileSync(join(documents, path), bytes);
    }
  }
  const asked = await caller.call<{ screen: object }>("GET", `/lowcode/screens/online/form/${heads.get("plain")}`);
  const menu = { title: "出差填写", parent: "base", sort: 101, path: "/form/alone" };
  const alone = { ...asked.result.screen, id: "form/alone", model: "form/ext-s-plain", menu };
  writeFileSync(join(documents, "form/alone.screen.json"), JSON.stringify(alone));
  const other = await startConsoleServer({ SEED: "none", SCHEMAS_DIR: `${schemas}:${documents}` });
  away = {
    ...{ server: other, caller: await formCaller(other.url), baseOf: pageOf },
    formPage: (id) => `/form/alone?id=${id}`,
  };
  for (const side of [here, away]) await storeRows(side);
});
afterAll(async () => {
  await browser.close();
  for (const side of [here, away]) await side?.server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function storeForms(caller: FormCaller): Promise<void> {
  const admin = { post: ((path: string, body: object = {}) => caller.call("POST", path, body)) as never };
  const fields = [
    text("trip_no", "单号", { isQuery: 1, fieldMustInput: "1", sortFlag: "1" }),
    text("sex", "性别", { fieldShowType: "list", dictField: "sex", isQuery: 1 }),
    text("amount", "金额", { dbType: "BigDecimal", dbPointLength: 2, isQuery: 1, queryMode: "group" }),
    text("start_on", "开始", { dbType: "Date", fieldShowType: "date" }),
    text("remark", "说明", { dbLength: 200, fieldShowType: "textarea", isShowList: 0 }),
  ];
  for (const [name, themeTemplate] of Object.entries(themes)) {
    const tableName = tableOf(name);
    const head = { tableName, tableTxt: titles[name], tableType: 2, themeTemplate, formTemplate: "2" };
    heads.set(name, await aStoredForm(admin, head, fields));
    const key = { dbFieldName: "main_id", mainTable: tableName, mainField: "id", isShowForm: 0, isShowList: 0 };
    const sub = { tableName: `${tableName}_line`, tableTxt: "行程", tableType: 3, relationType: 0 };
    heads.set(`${name}_line`, await aStoredForm(admin, sub, [key, text("place", "地点", { isQuery: 1 })]));
  }
  const tree = { tableName: "ext_s_tree", tableTxt: titles.tree, isTree: "Y", treeFieldname: "name" };
  heads.set("tree", await aStoredForm(admin, tree, [text("name", "名称", { isQuery: 1 })]));
  seen = await aStoredForm(admin, { tableName: "ext_s_seen", tableTxt: "出差" }, fields);
  const view = await caller.call<string>("POST", `${formBase}/head/copyOnline?code=${seen}`, {});
  expect(view).toMatchObject({ success: true });
  heads.set("view", view.result);
}

async function storeRows({ caller, baseOf }: Side): Promise<void> {
  const add = async (name: string, body: object) => {
    const answer = await caller.call<{ id: string }>("POST", `${baseOf(name)}/add`, body);
    expect(answer).toMatchObject({ success: true });
    return answer.result.id;
  };
  for (const name of [...Object.keys(themes), "view"]) {
    for (const [trip_no, sex, place] of [
      ["T1", "1", "杭州"],
      ["T2", "2", "上海"],
    ]) {
      const body = { trip_no, sex, amount: 12.5, start_on: "2026-11-01", remark: "好" };
      await add(name, name === "view" ? body : { ...body, [`${tableOf(name)}_line`]: [{ place }] });
    }
  }
  const pid = await add("tree", { name: "华东" });
  await add("tree", { name: "浙江", pid });
}

async function tokenOf({ url }: ConsoleServer): Promise<{ readonly "x-access-token": string }> {
  const answer = await fetch(`${url}/api/sys/login`, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  return { "x-access-token": ((await answer.json()) as { result: { token: string } }).result.token };
}

/** The start page of a side, with what it asks about a form and its sub-table. */
async function opened(side: Side): Promise<OpenSide> {
  const { page, complaints } = await visit(browser, side.server.url, "/");
  let form = "";
  const calls = listen(page, () => ({ line: side.baseOf(`${form}_line`), main: side.baseOf(form) }));
  const hears = (name: string): void => {
    form = name;
  };
  return { ...side, page, complaints, calls, hears };
}

async function fromMenu({ page, hears }: OpenSide, name: string): Promise<void> {
  hears(name);
  const menu = page.getByRole("navigation", { name: "主菜单" });
  const entry = menu.getByRole("menuitem", { name: String(titles[name]), exact: true });
  if (!(await entry.isVisible())) await menu.getByRole("menuitem", { name: "基础资料", exact: true }).click();
  await entry.click();
  await shown(page, name === "tree" ? "华东" : "T1");
}

const shown = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor();

/** Does the same on both sides, and expects to see and to have heard the same. */
async function same(sides: readonly OpenSide[], act: (side: OpenSide) => Promise<unknown>): Promise<readonly string[]> {
  const [one, other] = sides as readonly [OpenSide, OpenSide];
  for (const side of sides) await act(side);
  const pictured = async ({ page }: OpenSide) => {
    const dialog = page.getByRole("dialog").filter({ visible: true });
    const record = page.getByRole("region", { name: String(titles.plain) }).filter({ visible: true });
    if ((await dialog.count()) > 0) return pictureOf(dialog.last());
    return pictureOf((await record.count()) > 0 ? record.last() : page.getByRole("main"));
  };
  const picture = await until(async () => {
    const seen = await pictured(one);
    expect(await pictured(other)).toEqual(seen);
    return seen;
  });
  expect(await other.calls()).toEqual(await one.calls());
  for (const { complaints } of sides) expect(complaints).toEqual([]);
  return picture;
}

/** The things that a list of records is worked with by. */
async function workWithRows(sides: readonly OpenSide[]): Promise<void> {
  await same(sides, async ({ page }) => {
    await page.getByRole("textbox", { name: "单号" }).first().fill("T2");
    await page.getByRole("button", { name: "查询", exact: true }).first().click();
    await page.getByText("T1", { exact: true }).first().waitFor({ state: "hidden" });
  });
  const detail = await same(sides, async ({ page }) => {
    await page.getByRole("button", { name: "详情", exact: true }).first().click();
    await page.getByRole("dialog").getByText("好", { exact: true }).waitFor();
  });
  expect(detail.join()).toContain("<time>");
  await same(sides, async ({ page }) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "编辑", exact: true }).first().click();
    await expect.poll(() => page.getByRole("dialog").getByLabel("单号").first().inputValue()).toBe("T2");
  });
  await same(sides, async ({ page }) => {
    await page.getByRole("dialog").getByLabel("单号").first().fill("T3");
    await page.getByRole("dialog").getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });
}

const bothSides = async () => [await opened(here), await opened(away)];

/** A form to fill in, closed without a word because nothing was typed. */
async function askForNew(sides: readonly OpenSide[], sub: string | undefined): Promise<readonly string[]> {
  const picture = await same(sides, async ({ page }) => {
    await page.getByRole("button", { name: /^新增/ }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "保存", exact: true }).waitFor();
    if (sub !== undefined) await dialog.getByRole("columnheader", { name: sub }).waitFor();
  });
  await same(sides, async ({ page }) => {
    await page.getByRole("dialog").getByRole("button", { name: "取消", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });
  return picture;
}

it("ONF-04 NAV-04 the list of a form, opened from the menu, is the page from files", async () => {
  const sides = await bothSides();
  const list = await same(sides, (side) => fromMenu(side, "plain"));
  expect(list).toEqual(expect.arrayContaining(["label 性别", "button 新增出差", "th 金额", "td 12.50"]));
  const form = await askForNew(sides, "地点");
  expect(form).toEqual(expect.arrayContaining(["label 性别", "textarea 请输入说明", "tab 行程（0）"]));
  await workWithRows(sides);
});

it("ONF-04 NAV-04 its ERP list shows the sub-rows of the chosen row below, as the page from files", async () => {
  const sides = await bothSides();
  await same(sides, (side) => fromMenu(side, "erp"));
  const below = await same(sides, async ({ page }) => {
    await page.getByRole("cell", { name: "T2", exact: true }).click();
    await shown(page, "上海");
  });
  expect(below).toEqual(expect.arrayContaining(["tab 行程（1）", "th 地点", "td 上海"]));
  await workWithRows(sides);
});

it("ONF-04 NAV-04 its list with inner tables unfolds a row to its sub-rows, as the page from files", async () => {
  const sides = await bothSides();
  await same(sides, (side) => fromMenu(side, "inner"));
  const unfolded = await same(sides, async ({ page }) => {
    await page.getByRole("button", { name: /展开/ }).first().click();
    await shown(page, "上海");
  });
  expect(unfolded).toEqual(expect.arrayContaining(["th 地点", "td 上海"]));
  await askForNew(sides, "地点");
  await workWithRows(sides);
});

it("ONF-04 NAV-04 its list with tabs opens a form of tabs, as the page from files", async () => {
  const sides = await bothSides();
  await same(sides, (side) => fromMenu(side, "tab"));
  const form = await askForNew(sides, undefined);
  expect(form.filter((line) => line.startsWith("tab "))).toEqual(["tab 出差分页", "tab 行程（0）"]);
  await workWithRows(sides);
});

it("ONF-04 NAV-04 its tree opens a row to those below it, as the page from files", async () => {
  const sides = await bothSides();
  await same(sides, (side) => fromMenu(side, "tree"));
  await same(sides, async ({ page }) => {
    await page.getByRole("button", { name: "收起 华东" }).click();
    await page.getByText("浙江", { exact: true }).waitFor({ state: "hidden" });
  });
  const opened = await same(sides, async ({ page }) => {
    await page.getByRole("button", { name: "展开 华东" }).click();
    await shown(page, "浙江");
  });
  expect(opened).toEqual(expect.arrayContaining(["button 新增片区", "td 浙江"]));
  await askForNew(sides, undefined);
});

it("ONF-04 NAV-04 its views are listed at an address of the menu, and a view is the page from files", async () => {
  const sides = await bothSides();
  const [{ page }] = sides as [OpenSide, OpenSide];
  await page.goto(`${here.server.url}/online/copyform/${seen}`);
  await shown(page, "ext_s_seen$1");
  await same(sides, (side) => fromMenu(side, "view"));
  await askForNew(sides, undefined);
  await workWithRows(sides);
});

it("ONF-04 NAV-04 its form as a page of its own edits a record, as the page from files", async () => {
  const sides = await bothSides();
  const filled = await same(sides, async ({ page, server, caller, baseOf, formPage, hears }) => {
    const list = await caller.call<{ records: { id: string }[] }>("GET", `${baseOf("plain")}/list?trip_no=T1`);
    hears("plain");
    await page.goto(server.url + formPage(String(list.result.records[0]?.id)));
    await page.getByRole("main").getByText("杭州").first().waitFor();
  });
  expect(filled).toEqual(expect.arrayContaining(["label 性别", "tab 行程（1）", "button 保存"]));
  await same(sides, async ({ page }) => {
    await page.getByRole("main").getByLabel("单号").first().fill("T8");
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    // The page then reads the record and its rows again.
    const read = page.waitForResponse((response) => response.url().includes("/listByMainId"));
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await Promise.all([saved, read]);
  });
});
