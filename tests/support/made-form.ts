import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { openPage, signIn } from "./console-page.ts";
import { answer, madePath, serveMadePage } from "./made-page.ts";

const base = { schemaVersion: 1, permissionPrefix: "member:level" };
const lines = { "test/line": { ...base, id: "test/line", title: "明细", table: "test_line", base: "/test/line" } };

/** A form of these fields, and a table of lines with these cells. */
function modelsOf(fields: object, cells: object) {
  const pieceId = { type: "string", title: "物件", hidden: true };
  return {
    "test/piece": {
      ...base,
      id: "test/piece",
      title: "物件",
      table: "test_piece",
      base: "/test/piece",
      fields: { title: { type: "string", title: "名称", maxLength: 10 }, ...fields },
      relations: { lines: { kind: "one-to-many", model: "test/line", foreignKey: "pieceId", title: "明细" } },
    },
    "test/line": { ...lines["test/line"], fields: { ...cells, pieceId } },
  };
}

export interface MadeForm {
  readonly page: Page;
  readonly form: Locator;
  readonly complaints: string[];
  /** What was sent to be saved, each time. */
  readonly saved: Record<string, unknown>[];
  field(title: string): Locator;
  cell(key: string): Locator;
}

export interface MadeOptions {
  /** Fields of the lines below. */
  readonly cells?: object;
  /** Desktop size unless said otherwise. */
  readonly context?: BrowserContextOptions;
  /** Before signing in. */
  prepare?(page: Page): Promise<unknown>;
}

/** The form 新增物件 of a page that is made for one test: a text 名称, and these fields. The page lists what was saved. */
export async function openMadeForm(
  browser: Browser,
  url: string,
  fields: object,
  { cells = {}, context = {}, prepare }: MadeOptions = {},
): Promise<MadeForm> {
  const { page, complaints } = await openPage(browser, context);
  const screen = {
    schemaVersion: 1,
    kind: "list",
    id: "test/piece",
    model: "test/piece",
    table: { columns: ["title"] },
    views: { form: { as: "modal", width: 1000, columns: 2 } },
  };
  await serveMadePage(page, screen, modelsOf(fields, cells));
  const saved: Record<string, unknown>[] = [];
  const stored = () => saved.map((record) => ({ ...record, id: "new", version: 1 }));
  await page.route("**/api/test/piece/list?*", (route) =>
    route.fulfill(answer({ records: stored(), total: saved.length, size: 10, current: 1, pages: saved.length })),
  );
  await page.route("**/api/test/piece/queryById?*", (route) => route.fulfill(answer(stored().at(-1))));
  await page.route("**/api/test/line/listByMainId?*", (route) => route.fulfill(answer(saved.at(-1)?.lines ?? [])));
  await page.route("**/api/test/piece/add", (route) => {
    saved.push(route.request().postDataJSON() as Record<string, unknown>);
    return route.fulfill(answer(stored().at(-1)));
  });
  await prepare?.(page);
  await signIn(page, url, madePath);
  await page.getByRole("button", { name: /^新增/ }).first().click();
  const form = page.getByRole("dialog", { name: "新增物件" });
  await form.getByLabel("名称", { exact: true }).waitFor();
  return {
    page,
    form,
    complaints,
    saved,
    field: (title) => form.getByLabel(title, { exact: true }).first(),
    cell: (key) => form.locator(`[data-row] [data-key="${key}"]`).first(),
  };
}
