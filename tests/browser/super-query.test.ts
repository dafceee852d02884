import type { Browser, Locator, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openOption, openOptions } from "../support/choices.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
const path = "/sales/salesman";
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const builderOf = (page: Page) => page.getByRole("dialog", { name: "高级查询构造器" });

async function openBuilder(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^高级查询/ }).click();
  const builder = builderOf(page);
  await builder.getByRole("heading", { name: /^保存的查询/ }).waitFor();
  return builder;
}

async function choose(page: Page, box: Locator, text: string): Promise<void> {
  await box.click();
  await openOption(page, text).click();
}

/** A condition's field is found by typing its title. */
async function chooseField(page: Page, row: Locator, title: string): Promise<void> {
  await row.getByRole("combobox", { name: "字段" }).click();
  await page.keyboard.type(title);
  await openOption(page, title).click();
}

const chooseRule = (page: Page, row: Locator, rule: string) =>
  choose(page, row.getByRole("combobox", { name: "匹配规则" }), rule);

/** Saves what stands in the builder; answers nothing before the console said that it is saved. */
async function save(page: Page, title: string, place: string, ...marks: readonly string[]): Promise<void> {
  const builder = builderOf(page);
  await builder.getByRole("button", { name: "保存查询" }).click();
  const form = builder.getByRole("form", { name: "保存查询" });
  await form.getByRole("textbox", { name: "名称" }).fill(title);
  if (place !== "本浏览器") await choose(page, form.getByRole("combobox", { name: "保存到" }), place);
  for (const mark of marks) await form.getByRole("checkbox", { name: mark }).check();
  await form.getByRole("button", { name: "保存", exact: true }).click();
  await form.waitFor({ state: "detached" });
}

const conditions = [
  { field: "entryDate", rule: "ge", val: "2023-04-19" },
  {
    matchType: "or",
    conditions: [
      { field: "departCode", rule: "eq" },
      { field: "sex", rule: "in", val: "1,2" },
    ],
  },
];

it("QRY-01, QRY-02, QRY-04: conditions and a group are filled with the fields' own controls, applied, in the address, and taken off", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, path);
  const total = page.getByText(/^第 1–\d+ 条，共 \d+ 条$/);
  const all = await total.innerText();
  const builder = await openBuilder(page);
  expect(await builder.evaluate((element) => element.getBoundingClientRect().width)).toBe(1000);
  await builder.getByRole("button", { name: "查询", exact: true }).click();
  await page.getByText("不能查询空条件").waitFor();

  const first = builder.getByRole("group", { name: "条件 1" });
  await chooseField(page, first, "入职日期");
  await chooseRule(page, first, "大于等于");
  await first.getByPlaceholder("请选择入职日期").fill("2023-04-19");
  await page.keyboard.press("Enter");
  await builder.getByRole("button", { name: "添加条件组" }).click();
  const group = builder.locator(".sc-super-inner");
  await group.getByText("任一满足（或）").click();
  const depart = group.getByRole("group", { name: "条件 1" });
  await chooseField(page, depart, "所属部门");
  await depart.getByPlaceholder("请点击选择部门").click();
  const tree = page.getByRole("dialog", { name: "选择部门" });
  await tree.getByText("华东大区", { exact: true }).click();
  await tree.getByRole("button", { name: "确认" }).click();
  await tree.waitFor({ state: "detached" });
  await group.getByRole("button", { name: "添加条件", exact: true }).click();
  const sex = group.getByRole("group", { name: "条件 2" });
  await chooseField(page, sex, "性别");
  await chooseRule(page, sex, "属于");
  await sex.locator(".sc-super-value").getByRole("combobox").click();
  await openOption(page, "男").click();
  await openOption(page, "女").click();
  await page.keyboard.press("Escape");
  await expect
    .poll(() => builder.locator(".sc-super-reading").innerText())
    .toMatch(/入职日期 不早于 2023-04-19，且 （所属部门 等于 华东大区，或 性别 属于 男、女）/);
  const asked = page.waitForRequest(
    (request) => request.url().includes("/salesman/list?") && !request.url().includes("pageSize=1&"),
  );
  await builder.getByRole("button", { name: "查询", exact: true }).click();
  const sent = new URL((await asked).url()).searchParams;
  expect(sent.get("superQueryMatchType")).toBe("and");
  expect(JSON.parse(decodeURIComponent(sent.get("superQueryParams") ?? ""))).toMatchObject(conditions);
  await expect.poll(() => total.innerText()).not.toBe(all);
  await page.reload();
  await page.getByRole("button", { name: "高级查询，已启用 3 个条件" }).waitFor();
  await page.getByText("所属部门 = 华东大区").waitFor();
  await page.getByRole("button", { name: "取消高级查询" }).click();
  await expect.poll(() => total.innerText()).toBe(all);
  expect(new URL(page.url()).searchParams.has("super")).toBe(false);
  expect(complaints).toEqual([]);
});

proveIt(
  "QRY-03: queries are kept in the browser and on the server for oneself, a role, a department and everyone; one is the default",
  async () => {
    const { page, complaints } = await openPage(browser);
    const query = { matchType: "and", conditions: [{ field: "name", rule: "like", val: "林", type: "string" }] };
    await signIn(page, url, `${path}?${new URLSearchParams({ super: JSON.stringify(query) })}`);
    const builder = await openBuilder(page);
    await builder.getByRole("button", { name: "保存查询" }).click();
    await builder.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("保存的名称不能为空").waitFor();
    await builder.getByRole("form", { name: "保存查询" }).getByRole("button", { name: "取消" }).click();
    await save(page, "林姓的人", "本浏览器");
    const stored = await page.evaluate((key) => localStorage.getItem(key), `JSuperQuerySaved_${path}`);
    expect(JSON.parse(stored ?? "")).toEqual([{ title: "林姓的人", matchType: "and", records: query.conditions }]);
    await save(page, "我先看", "服务器，仅自己", "打开页面时默认使用", "连同列设置和排序");
    await save(page, "管理员的", "服务器，角色 admin");
    await save(page, "大家的", "服务器，所有人");
    const entry = (inside: Locator, title: string) => inside.getByRole("button", { name: `使用查询 ${title}` });
    await expect
      .poll(() => builder.locator(".sc-super-saved li small").allInnerTexts())
      .toEqual([
        "本浏览器 · 1 个条件，全部满足",
        "我的 · 默认 · 1 个条件，全部满足",
        "角色 · 1 个条件，全部满足",
        "所有人 · 1 个条件，全部满足",
      ]);

    // The same name is not overwritten unasked.
    await builder.getByRole("button", { name: "保存查询" }).click();
    await builder.getByRole("textbox", { name: "名称" }).fill("林姓的人");
    await builder.getByRole("button", { name: "保存", exact: true }).click();
    await page.getByText("林姓的人 已存在，是否覆盖？").waitFor();
    await page.getByRole("button", { name: "覆盖" }).click();
    await builder.getByRole("form", { name: "保存查询" }).waitFor({ state: "detached" });

    // Others find what is theirs, without a way to change it; for everyone saves only who may.
    const other = await openPage(browser);
    await signIn(other.page, url, path, "sales");
    const theirs = await openBuilder(other.page);
    await entry(theirs, "大家的").click();
    expect(await theirs.getByRole("button", { name: /^使用查询/ }).count()).toBe(1);
    expect(await theirs.getByRole("button", { name: /^删除查询/ }).count()).toBe(0);
    await theirs.getByRole("button", { name: "保存查询" }).click();
    await theirs.getByRole("combobox", { name: "保存到" }).click();
    const places = await openOptions(other.page).allInnerTexts();
    expect(places).toContain("服务器，我的部门");
    expect(places).not.toContain("服务器，所有人");
    await openOption(other.page, "服务器，我的部门").click();
    await theirs.getByRole("textbox", { name: "名称" }).fill("大区的");
    await theirs.getByRole("button", { name: "保存", exact: true }).click();
    await entry(theirs, "大区的").waitFor();
    await remove(other.page, "大区的");
    await theirs.getByRole("button", { name: "查询", exact: true }).click();
    await other.page.getByRole("button", { name: "高级查询，已启用 1 个条件" }).waitFor();
    await other.page.context().close();

    // The default is in force as soon as the page opens without a question of its own.
    await page.goto(url + path);
    await page.getByRole("button", { name: "高级查询，已启用 1 个条件" }).waitFor();
    const last = await openBuilder(page);
    for (const title of ["林姓的人", "我先看", "管理员的", "大家的"]) await remove(page, title);
    await last.getByText("还没有保存的查询。").waitFor();
    expect(complaints).toEqual([]);
  },
);

async function remove(page: Page, title: string): Promise<void> {
  await builderOf(page)
    .getByRole("button", { name: `删除查询 ${title}` })
    .click();
  await page.getByText("是否删除当前查询？").waitFor();
  await page.getByRole("button", { name: "删除", exact: true }).last().click();
  await builderOf(page)
    .getByRole("button", { name: `使用查询 ${title}` })
    .waitFor({ state: "detached" });
}
