import { readdirSync, readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { signIn } from "../support/console-page.ts";
import { proveSample } from "../support/prove.ts";

interface ScreenFile {
  readonly kind: string;
  readonly model?: string;
  readonly menu?: { readonly path: string };
  readonly table?: { readonly as?: string; readonly columns?: readonly (string | { readonly field: string })[] };
}
interface ModelFile {
  readonly titleField?: string;
  readonly states?: { readonly field: string };
  readonly sort?: readonly { readonly field: string }[];
  readonly fields: Readonly<Record<string, { readonly type: string; readonly title: string }>>;
}
type Seen = "key" | "state" | "amount" | "time";
interface ListPage {
  readonly path: string;
  readonly titles: Readonly<Partial<Record<Seen, string>>>;
}

const read = <File>(path: string) => JSON.parse(readFileSync(`schemas/${path}`, "utf8")) as File;
const areas = ["member", "sales", "store", "product", "settle", "ad", "base"];
const times: ReadonlySet<string> = new Set(["datetime", "date", "month"]);

/** Every row has it. */
const ownFields: ModelFile["fields"] = { createTime: { type: "datetime", title: "创建时间" } };

/** What a person knows a line by: the title of the key, the state, the first sum of money and the time that the list is in order of. */
function listPage(file: string): readonly ListPage[] {
  const screen = read<ScreenFile>(file);
  const columns = screen.table?.columns?.map((column) => (typeof column === "string" ? column : column.field));
  if (!columns || !screen.menu || !screen.model || screen.kind === "tree-list" || screen.table?.as === "cards")
    return [];
  const model = read<ModelFile>(`${screen.model}.model.json`);
  const fields = { ...ownFields, ...model.fields };
  const field = (name: string | undefined) => (name !== undefined && columns.includes(name) ? name : undefined);
  const ofType = (fits: (type: string) => boolean) => columns.find((name) => fits(fields[name]?.type ?? ""));
  const names: Readonly<Record<Seen, string | undefined>> = {
    key: field(model.titleField) ?? columns[0],
    state: field(model.states?.field ?? "status"),
    amount: ofType((type) => type === "money"),
    time:
      (model.sort ?? [{ field: "createTime" }])
        .map((key) => field(key.field))
        .find((name) => times.has(fields[name ?? ""]?.type ?? "")) ?? ofType((type) => times.has(type)),
  };
  const titles = Object.entries(names).flatMap(([seen, name]) => {
    const title = name === undefined ? undefined : fields[name]?.title;
    return title === undefined ? [] : [[seen, title] as const];
  });
  return [{ path: screen.menu.path, titles: Object.fromEntries(titles) }];
}

const pages = areas
  .flatMap((area) => readdirSync(`schemas/${area}`).map((name) => `${area}/${name}`))
  .filter((name) => name.endsWith(".screen.json"))
  .flatMap(listPage);

const url = inject("consoleUrl");
let page: Page;
beforeAll(async () => {
  const browser: Browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1080, height: 900 }, locale: "zh-CN" });
  page = await context.newPage();
  await signIn(page, url, "/");
});
afterAll(() => page.context().close());

it("the lists of the business are found", () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter(({ titles }) => titles.amount).length).toBeGreaterThan(12);
});

/** Heads that stand whole between the left edge of the table and its buttons, or its right edge. */
const headsInSight = () => {
  const table = document.querySelector(".sc-table-scroll");
  const heads = [...(table?.querySelectorAll("thead th") ?? [])];
  const nameOf = (head: Element) => head.textContent?.trim() ?? "";
  const room = table?.getBoundingClientRect();
  const buttons = heads.find((head) => nameOf(head) === "操作")?.getBoundingClientRect().left;
  const end = Math.min(buttons ?? Number.POSITIVE_INFINITY, room?.right ?? 0);
  return heads.filter((head) => head.getBoundingClientRect().right <= end + 1).map(nameOf);
};

/** Heads of the page whose words do not fit into their column. */
const cutHeads = () =>
  [...document.querySelectorAll("thead th[scope=col]")]
    .filter((head) => head.scrollWidth > head.clientWidth && !head.classList.contains("sc-td-actions"))
    .map((head) => head.textContent);

it.each(proveSample(pages, () => "a list", 4))(
  "at 1080 px, without scrolling sideways, $path shows $titles",
  async ({ path, titles }) => {
    await page.goto(url + path);
    await page
      .getByRole("columnheader", { name: titles.key ?? "" })
      .first()
      .waitFor();
    const wanted = Object.values(titles);
    await expect
      .poll(async () => {
        const shown = await page.evaluate(headsInSight);
        return wanted.filter((title) => !shown.includes(title));
      })
      .toEqual([]);
    expect(await page.evaluate(cutHeads)).toEqual([]);
  },
);

it("figures fade at the buttons while more stands behind them, and there alone", async () => {
  const isFaded = () =>
    page.evaluate(() => {
      const [head] = document.querySelectorAll("thead .sc-pin-right");
      return head && getComputedStyle(head, "::before").visibility === "visible";
    });
  await page.goto(`${url}/member/member`);
  await page.getByRole("columnheader", { name: "会员编号" }).waitFor();
  await expect.poll(isFaded).toBe(true);
  await page.evaluate(() => document.querySelector(".sc-table-scroll")?.scrollTo({ left: 10_000 }));
  await expect.poll(isFaded).toBe(false);
  await page.goto(`${url}/system/position`);
  await page.getByRole("columnheader", { name: "职务编码" }).waitFor();
  expect(await isFaded()).toBe(false);
});
