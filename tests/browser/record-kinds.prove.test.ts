import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { findingsInBoth, followSystem } from "../support/axe.ts";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";

const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Pages of the kinds that no shipped document has, over the shipped models. */
const screens = {
  form: { kind: "form", model: "member/member-level" },
  detail: { kind: "detail", model: "member/member", view: { columns: 4 } },
  report: {
    kind: "report",
    title: "门店销售",
    source: {
      type: "aggregate",
      model: "store/store-order",
      groupBy: ["storeId"],
      measures: { orders: { op: "count" }, payAmount: { op: "sum", field: "payAmount" } },
    },
    query: { items: ["storeId", { field: "createTime", op: "range" }] },
    table: { sort: { field: "payAmount", order: "desc" }, totals: ["orders", "payAmount"] },
    layout: { split: "horizontal", ratio: 0.6 },
    panels: [
      { type: "stat", title: "实付金额合计", value: "{{ sum(rows, 'payAmount') }}", format: "money" },
      { type: "rank", title: "门店排行", name: "storeId", value: "payAmount", limit: 8 },
    ],
  },
  page: {
    kind: "page",
    title: "值班说明",
    panels: [
      { type: "text", title: "公告", text: "今天由 {{ user.realname }} 值班。", span: 24 },
      {
        type: "table",
        title: "会员等级",
        span: 24,
        columns: ["name"],
        source: { type: "model", model: "member/member-level", limit: 5 },
      },
    ],
  },
} as const;
type Kind = keyof typeof screens;

/** The server's own answers with four menu rows and their documents added. */
async function withKinds(page: Page): Promise<void> {
  const models = async (kind: Kind) => {
    const screen = screens[kind] as { readonly model?: string; readonly source?: { readonly model: string } };
    const id = screen.model ?? screen.source?.model ?? "member/member-level";
    const answer = await page.request.get(`${url}/api/lowcode/screens/${id}`, { headers: await token(page) });
    return ((await answer.json()) as { result: { models: unknown } }).result.models;
  };
  await page.route("**/api/lowcode/screens/kinds/*", async (route) => {
    const kind = new URL(route.request().url()).pathname.split("/").at(-1) as Kind;
    const screen = { schemaVersion: 1, id: `kinds/${kind}`, ...screens[kind] };
    const result = { screen, models: await models(kind), hash: "1", diagnostics: [] };
    await route.fulfill({ json: { success: true, code: 200, message: "", result, timestamp: 0 } });
  });
  await page.route("**/sys/permission/getUserPermissionByToken*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { menu: unknown[] } };
    const rows = Object.keys(screens).map((kind) => ({
      path: `/kinds/${kind}`,
      route: "1",
      component: `schema:kinds/${kind}`,
      meta: { title: kind },
    }));
    rows.push({
      path: "/kinds/gone",
      route: "1",
      component: "modules/member/MenberLevelList",
      meta: { title: "gone" },
    });
    body.result.menu = [...body.result.menu, ...rows];
    await route.fulfill({ response: answer, json: body });
  });
}

async function token(page: Page): Promise<Record<string, string>> {
  const request = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  const found = /[\w-]{40,}/.exec(request)?.[0] ?? "";
  return { "X-Access-Token": found };
}

it("a report and a page of panels stand on their own addresses and do their work", async () => {
  const { page, complaints } = await openPage(browser);
  await followSystem(page);
  await withKinds(page);
  await signIn(page, url, "/kinds/report");
  await page
    .getByRole("region", { name: "实付金额合计" })
    .getByText(/^¥?[\d,]+\.\d\d$/)
    .waitFor();
  const rows = page.getByRole("table", { name: "门店销售" }).locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByRole("columnheader", { name: /实付金额/ }).waitFor();

  const found: Record<string, readonly string[]> = { report: await findingsInBoth(page) };

  await page.goto(`${url}/kinds/page`);
  await page.getByText(/^今天由 .+ 值班。$/).waitFor();
  await expect.poll(() => page.getByRole("region", { name: "会员等级" }).getByRole("row").count()).toBeGreaterThan(1);

  found.page = await findingsInBoth(page);
  expect(found).toEqual({ report: [], page: [] });

  expect(complaints).toEqual([]);
});

it("a form and a detail stand on their own addresses and do their work; what cannot be resolved says so", async () => {
  const { page, complaints } = await openPage(browser);
  await withKinds(page);
  await signIn(page, url, "/kinds/form");

  // A form page adds, says what is missing, and goes on with the saved record.
  const save = page.getByRole("button", { name: "保存" });
  await save.click();
  await page
    .getByText(/^请输入/)
    .first()
    .waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);

  await page.goto(`${url}/kinds/detail?id=nobody`);
  await page.getByText("没有找到这条会员").waitFor();
  await page.goto(`${url}/member/member`);
  await page.getByRole("table").getByRole("link").or(page.getByRole("table").locator("tbody .sc-link")).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.get("id")).not.toBeNull();
  const id = new URL(page.url()).searchParams.get("id");
  await page.goto(`${url}/kinds/detail?id=${id}`);
  await page
    .getByRole("region", { name: /会员/ })
    .getByText(/^M\d{8}$/)
    .first()
    .waitFor();

  // A menu row that nobody can resolve says so; the rest of the console works.
  await page.goto(`${url}/kinds/gone`);
  await page.getByText("未找到页面组件“modules/member/MenberLevelList”，请联系管理员检查菜单或页面文档。").waitFor();
  await page.getByRole("button", { name: "会员等级" }).click();
  await page.getByRole("table").first().waitFor();
  // The two refusals that were provoked are the only complaints.
  expect(complaints.filter((text) => !/404/.test(text))).toEqual([]);
});
