import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { buildReport } from "../../runtime/online-reports/build-sql.ts";
import type { BuildTable } from "../../runtime/online-reports/report-build.ts";
import { chineseReportDesigner } from "../../src/online/report-preview-messages.ts";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openOptions } from "../support/choices.ts";
import { openPage, signIn, visit } from "../support/console-page.ts";
import { openMadeForm } from "../support/made-form.ts";
import { callerOf } from "../support/page-caller.ts";
import { proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const sql = [
  "select s.name as store_name, count(*) as cnt, sum(o.pay_amount) as amount",
  "from store_order o join store s on s.id = o.store_id",
  "where o.create_time >= ${begin} and o.create_time < ${end}",
  "group by s.name",
].join("\n");

it("a report is written with two parameters, parsed and previewed as a chart", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url, "/online/cgreportDesign");
  const statement = page.getByRole("textbox", { name: "查询语句" });
  const [format, parse] = [
    page.getByRole("button", { name: "格式化" }),
    page.getByRole("button", { name: "解析字段" }),
  ];
  await parse.waitFor();
  expect([await format.isDisabled(), await parse.isDisabled()]).toEqual([true, true]);
  await statement.focus();
  await page.keyboard.insertText("select nothing_there from store");
  await page.getByRole("status").filter({ hasText: "第 1 行" }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(sql);
  await page.getByText("解析成功，3 个字段，2 个参数").waitFor();
  await parse.click();
  await page.getByRole("tab", { name: "字段（3）" }).waitFor();
  await page.getByRole("tab", { name: "参数（2）" }).waitFor();
  await format.click();
  await page.getByText("group by").waitFor();
  await format.click();
  await page.getByText("已是规范的格式").waitFor();
  await page.getByRole("textbox", { name: "名称", exact: true }).fill("门店销售日报");
  const preview = page.getByRole("region", { name: "图表预览" });
  await preview.getByRole("textbox", { name: "begin" }).fill("2020-01-01");
  await preview.getByRole("textbox", { name: "end" }).fill("2040-01-01");
  await preview.getByRole("button", { name: "运行" }).click();
  await preview.getByText(/共 \d+ 行.*用时 \d+ 毫秒/).waitFor();
  await preview.getByRole("img", { name: "门店销售日报的图表" }).waitFor();
  // A parameter that has no name yet is asked of nobody.
  await page.getByRole("tab", { name: "参数（2）" }).click();
  await page.getByRole("button", { name: "新增一行" }).click();
  await page.getByRole("tab", { name: "参数（3）" }).waitFor();
  expect(await preview.getByRole("group", { name: "参数" }).getByRole("textbox").count()).toBe(2);
  expect(complaints.filter((line) => !/50\d|40\d/.test(line))).toEqual([]);
});

it("RPT-01 a report is put together by clicks, drawn as a pivot table, published and opened, without a word of SQL", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await signIn(page, url, "/online/cgreport");
  await page.getByRole("button", { name: "新增" }).click();
  await page.getByRole("tab", { name: "按模型" }).click();
  const builder = page.getByRole("tabpanel", { name: "按模型" });
  const choose = async (name: string, option: string) => {
    const box = builder.getByRole("combobox", { name, exact: true });
    await box.click();
    await box.fill(option);
    await openOptions(page).filter({ hasText: option }).first().click();
  };
  await choose("数据", "门店");
  await choose("添加字段", "经营类目");
  await choose("添加字段", "成交额");
  await builder.getByRole("group", { name: "第 2 列" }).getByRole("combobox", { name: "统计方式" }).click();
  await openOptions(page).filter({ hasText: "合计" }).click();
  await builder.getByRole("button", { name: "行数" }).click();
  await page.getByRole("tab", { name: "字段（3）" }).waitFor();
  await page.getByRole("textbox", { name: "名称", exact: true }).fill("类目成交");
  await page.getByRole("textbox", { name: "编码", exact: true }).fill(`by_clicks_${Date.now()}`);
  const preview = page.getByRole("region", { name: "图表预览" });
  await preview.getByRole("button", { name: "运行" }).click();
  await preview.getByTitle("透视表").click();
  await preview.getByRole("table").getByText("合计").first().waitFor();
  expect(await findingsInBoth(page)).toEqual([]);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForURL(/id=/);
  await page.getByRole("button", { name: "发布", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确|发布/ })
    .click();
  await page.getByText("已发布").filter({ visible: true }).first().waitFor();
  await page.getByRole("tab", { name: "按模型" }).click();
  await builder.getByRole("group", { name: "第 3 列" }).waitFor();
  const { searchParams } = new URL(page.url());
  await page.goto(`${url}/online/cgreport/${searchParams.get("id")}`);
  await page.getByRole("region", { name: "类目成交" }).getByRole("table").first().waitFor();
  expect(complaints).toEqual([]);
});

const drills = [
  ["with an input in the query bar", "store_id", "storeId", "所属门店"],
  ["without one", "qty", "qty", "数量"],
] as const;

proveIt.each(drills)(
  "RPT-01 a press on the chart of a built report opens its rows in their list: a field %s",
  async (...place) => {
    const [, column, field, title] = place;
    const admin = await callerOf(url, "admin");
    const catalogue = await admin.get<{ readonly tables: readonly BuildTable[] }>(
      "/online/cgreport/head/catalogue",
      {},
    );
    const tables = new Map(catalogue.result.tables.map((table) => [table.name, table]));
    const where = {
      matchType: "and",
      conditions: [{ field: "status", rule: "ne", val: "0", type: "string" }],
    } as const;
    const columns = [{ path: column }, { path: "" }];
    const build = {
      table: "store_order",
      columns,
      where,
      asks: ["create_time"],
      sort: [{ column: 1, order: "desc" as const }],
    };
    const built = buildReport(build, tables, chineseReportDesigner.build.made);
    const chart = { kind: "bar", x: column, y: ["row_count"] };
    const { result } = await admin.send<Row>("POST", "/online/cgreport/head/add", {
      ...{ code: `drill_${column}_${Date.now()}`, name: "门店单数", cgrSql: built?.sql, settings: { build, chart } },
      ...{ items: built?.fields.map((field, index) => ({ ...field, orderNum: index + 1 })), params: built?.params },
    });
    await admin.send("PUT", "/online/cgreport/head/publish", { id: result.id, version: result.version });
    const { page, complaints } = await visit(
      browser,
      url,
      `/online/cgreport/${result.id}?create_time_begin=2000-01-01`,
    );
    const drawn = page.getByRole("region", { name: "门店单数" });
    const picture = drawn.getByRole("img", { name: "门店单数" });
    await picture.focus();
    await page.keyboard.press("ArrowRight");
    const said = await drawn.getByRole("status").first().innerText();
    const count = Number(/([\d,]+)$/.exec(said.trim())?.[1]?.replaceAll(",", ""));
    expect(count).toBeGreaterThan(0);
    const answered = page.waitForResponse((response) => response.url().includes("/store/storeOrder/list"));
    await page.keyboard.press("Enter");
    const { result: listed } = (await (await answered).json()) as { readonly result: Row };
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe("/store/order");
    expect(listed.total).toBe(count);
    // A bookmark of the plain address shows the same, and says what it is narrowed to.
    const plain = [...searchParams].filter(([name]) => !name.startsWith("q."));
    expect(plain.map(([name]) => name).join()).toMatch(new RegExp(`\\b${field}`));
    const again = page.waitForResponse((response) => response.url().includes("/store/storeOrder/list"));
    await page.goto(`${url}/store/order?${new URLSearchParams(plain)}`);
    expect((await (await again).json()).result.total).toBe(count);
    const control = page.locator(".sc-query-fields > div").filter({ has: page.getByText(title, { exact: true }) });
    const holdsValue = () =>
      control.evaluate(
        (field) =>
          field.querySelector(".ant-select-selection-item, .ant-select-content-has-value") !== null ||
          [...field.querySelectorAll("input")].some(({ value }) => value !== ""),
      );
    await expect.poll(holdsValue).toBe(true);
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "RPT-04 a report says when its rows were read, reads them anew, and its designer sets who sees a column",
  async () => {
    const admin = await callerOf(url, "admin");
    const items = [{ fieldName: "name", fieldTxt: "门店名", fieldType: "String", isShow: 1, orderNum: 1 }];
    const head = {
      code: `kept_${Date.now()}`,
      name: "缓存的门店",
      cgrSql: "select name from store",
      cacheSeconds: 300,
    };
    const { result } = await admin.send<Row>("POST", "/online/cgreport/head/add", { head, items });
    const id = String(result.id);
    await admin.send("PUT", "/online/cgreport/head/publish", { id, version: result.version });
    await admin.send("POST", "/online/cgreport/head/addMenu", { id });
    const { page, complaints } = await visit(browser, url, `/online/cgreport/${id}`);
    await page.getByText(/数据于 .* 取得/).waitFor();
    const anew = page.waitForRequest((request) => request.url().includes("_fresh=1"));
    await page.getByRole("button", { name: "重新读取" }).click();
    await anew;
    await page.goto(`${url}/online/cgreportDesign?id=${id}`);
    await page.getByRole("tab", { name: "权限" }).click();
    const rights = page.getByRole("tabpanel", { name: "权限" });
    await rights
      .getByRole("row", { name: /门店名/ })
      .getByRole("button", { name: "设置权限" })
      .click();
    const question = page.getByRole("dialog", { name: "设置权限" });
    await question.getByRole("switch", { name: "限于指定的角色" }).click();
    await question.getByRole("button", { name: "设置权限" }).click();
    await page.getByText("权限已保存").first().waitFor();
    await rights.getByRole("row", { name: /门店名.*管理员/ }).waitFor();
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "RPT-01 a page over sums is pasted, what it loses is told first, and it becomes a report by clicks",
  async () => {
    const { page, complaints } = await visit(browser, url, "/online/cgreport");
    await page.getByRole("button", { name: "导入", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "导入", exact: true });
    const box = dialog.getByRole("textbox", { name: "报表" });
    await box.focus();
    const text = readFileSync(new URL("../../schemas/report/store-rank.screen.json", import.meta.url), "utf8");
    await box.evaluate((target, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    const importing = dialog.getByRole("button", { name: "导入", exact: true });
    await importing.click();
    const question = page.getByRole("dialog", { name: "在线报表不能表示页面的全部内容，继续导入吗？" });
    await question.getByText("导入后没有：查询条件“完成时间”的默认值；面板“成交额”").waitFor();
    // Who says no goes on with what was pasted.
    await question.getByRole("button", { name: "取消" }).click();
    await question.waitFor({ state: "detached" });
    await importing.click();
    await question.getByRole("button", { name: "确认" }).click();
    await page.getByText("已导入为未发布的报表“门店排行”").waitFor();
    const row = page.getByRole("row", { name: /门店排行/ });
    await row.getByText("未发布").waitFor();
    const download = page.waitForEvent("download");
    await row.getByRole("button", { name: /更多/ }).click();
    await page.getByRole("menuitem", { name: "导出为页面文件" }).click();
    expect((await download).suggestedFilename()).toMatch(/^store_rank.*\.documents\.zip$/);
    expect(complaints).toEqual([]);
  },
);

proveIt(
  "PCK-05 a popup over a report opens with what the form gives, is asked further, and fills the form with the row",
  async () => {
    const code = { type: "popup", code: "store_overview", map: { store_no: "storeNo", name: "storeName" } };
    const fields = {
      storeName: { type: "string", title: "门店名称" },
      storeNo: { type: "string", title: "门店", widget: { ...code, params: { name: "{{ form.title }}" } } },
    };
    const { page, form, field, saved, complaints } = await openMadeForm(browser, url, fields);
    await field("名称").fill("店");
    await form.getByPlaceholder("请选择门店").click();
    const dialog = page.getByRole("dialog", { name: "门店概览选择" });
    const name = dialog.getByPlaceholder("请输入门店名称");
    expect(await name.inputValue()).toBe("店");
    await dialog.getByRole("radio").first().waitFor();
    const all = await dialog.getByText(/共 [\d,]+ 条/).innerText();
    await dialog.getByRole("combobox").first().click();
    await openOptions(page).first().click();
    await dialog.getByText(all).waitFor({ state: "detached" });
    const row = dialog.locator("tbody tr").first();
    const chosen = await row.locator("td").nth(2).getAttribute("title");
    await row.getByRole("radio").check();
    await dialog.getByRole("button", { name: "确认" }).click();
    await form.getByRole("button", { name: "保存" }).click();
    await form.waitFor({ state: "detached" });
    expect(saved).toMatchObject([{ storeName: chosen, storeNo: expect.stringMatching(/\w/) }]);
    expect(complaints).toEqual([]);
  },
);
