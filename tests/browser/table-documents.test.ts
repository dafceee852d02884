import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { beforeAll, expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { openPage, signIn } from "../support/console-page.ts";
import { callAs } from "../support/page-caller.ts";

// Documents alone: a plan with lines, rows beside each line, and tasks that hang together. */
const url = inject("consoleUrl");
let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

interface Kept {
  readonly id: string;
  readonly version: number;
}

/** A stored plan of two lines, the first with a part, and two tasks, the first with one below it. */
async function storePlan(page: Page) {
  const name = `陈列 ${randomUUID().slice(0, 8)}`;
  const { get, send } = callAs(page, url);
  const rows = async (of: string, id: string) => (await get<Kept[]>(`/work/${of}/listByMainId`, { id })).result;
  const lines = ["1", "2"].map((no, at) => ({ code: `${name} ${no}`, name: "灯", qty: at + 1, price: 10 }));
  const tasks = ["布展", "撤展"].map((title) => ({ title, hours: 4 }));
  const { result: plan } = await send<Kept>("POST", "/work/plan/add", { name, lines, tasks });
  const [line] = await rows("planLine", plan.id);
  const [task] = await rows("planTask", plan.id);
  await send("POST", "/work/planPart/add", { lineId: line?.id, name: "灯座" });
  const below = { rows: [{ id: "new-1", title: "搭台", hours: 2, pid: task?.id }], deleteIds: [] };
  await send("PUT", "/work/plan/edit", { id: plan.id, version: plan.version, tasks: below });
  return { name, plan, rows };
}

async function openPlan(page: Page, name: string) {
  await page.goto(`${url}/work/plan?q.name=${encodeURIComponent(name)}`);
  await page.getByRole("row").filter({ hasText: name }).getByRole("button", { name: "编辑" }).click();
  const form = page.getByRole("dialog", { name: /编辑/ });
  const cell = (line: number, key: string) => form.locator(`[aria-rowindex="${line + 1}"] [data-key="${key}"]`);
  const save = async () => {
    await form.getByRole("button", { name: "保存", exact: true }).click();
    await form.waitFor({ state: "detached" });
  };
  return { form, cell, save };
}

it("TBL-09, TBL-11, TBL-13, TBL-22 hints, rows beside a row, its menu and details, and a long key, on a page of documents", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url);
  const { name, plan, rows } = await storePlan(page);
  // A foreign server may know its rows by longer keys than ours.
  const long = "k".repeat(60);
  await page.route("**/api/work/planLine/listByMainId?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: Record<string, unknown>[] };
    const [, second] = body.result;
    if (second) second.id = long;
    await route.fulfill({ response, json: body });
  });
  const { form, cell } = await openPlan(page, name);

  await cell(2, "name").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
  expect(await cell(2, "name").innerText()).toBe("请输入品名，如 甲级（name）");
  await page.keyboard.press("F2");
  expect(await cell(2, "name").getByRole("textbox").getAttribute("placeholder")).toBe("请输入品名，如 甲级（name）");
  await page.keyboard.press("Escape");

  const number = (no: string) => form.getByRole("rowheader").getByRole("button", { name: no, exact: true });
  await number("1").click();
  await page.getByText("灯座").waitFor();
  await number("1").click();
  await page.getByText("灯座").waitFor({ state: "detached" });

  const box = await cell(1, "remark").boundingBox();
  if (!box) throw new Error("the cell is not drawn");
  const at = { x: box.x + 20, y: box.y + 30 };
  await page.mouse.click(at.x, at.y, { button: "right" });
  const menu = page.getByRole("menu", { name: "行操作" });
  const entry = menu.getByRole("menuitem", { name: /^详细信息/ });
  const place = await entry.boundingBox();
  expect(Math.abs((place?.x ?? 0) - at.x)).toBeLessThan(24);
  expect(Math.abs((place?.y ?? 0) - at.y)).toBeLessThan(24);
  expect([await entry.locator("svg").count(), await entry.innerText()]).toEqual([1, expect.stringMatching(/Ctrl\+I/)]);
  await entry.click();
  const details = page.getByRole("dialog", { name: "详细信息" });
  expect((await details.boundingBox())?.width).toBe(1200);
  await details.getByRole("button", { name: "全屏" }).click();
  await expect.poll(async () => (await details.boundingBox())?.width).toBe(1440);
  await details.getByRole("button", { name: "备注，第 1 行" }).click();
  await details.getByRole("textbox").fill("靠窗");
  await page.keyboard.press("Tab");
  await details.getByRole("button", { name: "关闭" }).click();
  await details.waitFor({ state: "detached" });
  await expect.poll(() => cell(1, "remark").innerText()).toBe("靠窗");

  await cell(2, "qty").click();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  expect((await form.locator('[data-row^="k"]').getAttribute("data-row"))?.length).toBe(50);
  const saved = page.waitForRequest((request) => request.method() === "PUT");
  await page.route("**/api/work/plan/edit", (route) => route.abort());
  await form.getByRole("button", { name: "保存", exact: true }).click();
  expect((await saved).postDataJSON()).toMatchObject({
    id: plan.id,
    lines: {
      rows: [
        { id: expect.not.stringContaining("k"), remark: "靠窗" },
        { id: long, qty: 7 },
      ],
      deleteIds: [],
    },
  });
  expect(await rows("planLine", plan.id)).toMatchObject([{ qty: 1 }, { qty: 2 }]);
  expect(complaints.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);
});

it("TBL-10 rows that hang together open level by level by mouse and by key, and one below is changed and saved", async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, url);
  const { name, plan, rows } = await storePlan(page);
  const { form, cell, save } = await openPlan(page, name);
  await form.getByRole("tab", { name: /任务/ }).click();
  const titles = () => form.locator('[data-row] [data-key="title"]').allInnerTexts();
  await expect.poll(titles).toEqual(["布展", "撤展"]);
  await form.getByRole("button", { name: "展开 第 1 行" }).click();
  await expect.poll(titles).toEqual(["布展", "搭台", "撤展"]);
  await cell(1, "title").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect.poll(titles).toEqual(["布展", "撤展"]);
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await save();
  expect((await rows("planTask", plan.id)).map((row) => Reflect.get(row, "hours")).sort()).toEqual([4, 4, 9]);
  expect(complaints).toEqual([]);
});
