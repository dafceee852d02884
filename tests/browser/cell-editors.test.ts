import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { type MadeForm, openMadeForm } from "../support/made-form.ts";
import { answer } from "../support/made-page.ts";
import { dot, otherDot } from "../support/pictures.ts";
import { proveCount, proveIt } from "../support/prove.ts";

const url = inject("consoleUrl");

const picture = (name: string, buffer = dot) => ({ name, mimeType: "image/png", buffer });

/** One column for every editor that a cell may open; those that open a window or take a file are driven. */
const cells = {
  doc: { type: "string", title: "附件", maxLength: 500, widget: { type: "file" }, cell: { type: "file" } },
  photo: { type: "string", title: "照片", maxLength: 500, widget: { type: "image" }, cell: { type: "image" } },
  owner: { type: "string", title: "负责人", widget: { type: "user-picker" } },
  depart: { type: "string", title: "部门", widget: { type: "depart-picker" } },
  source: {
    type: "string",
    title: "来源",
    widget: { type: "record-picker", model: "test/piece", map: { title: "name" } },
  },
  store: {
    type: "string",
    title: "门店",
    widget: { type: "popup", code: "store_overview", map: { store_no: "store", name: "name" } },
  },
  name: { type: "string", title: "品名" },
  note: { type: "text", title: "说明", widget: { type: "textarea" } },
  pop: { type: "text", title: "长文", widget: { type: "input-pop" } },
  qty: { type: "integer", title: "数量" },
  price: { type: "money", title: "单价" },
  share: { type: "percent", title: "占比" },
  sex: { type: "string", title: "性别", dict: "sex" },
  sexes: { type: "string", title: "可用性别", multiple: true, dict: "sex", widget: { type: "multi-select" } },
  kind: { type: "string", title: "单选", dict: "sex", widget: { type: "radio" } },
  marks: { type: "string", title: "标签", widget: { type: "tags" } },
  day: { type: "date", title: "日期" },
  at: { type: "datetime", title: "时间" },
  hour: { type: "time", title: "时刻" },
  isOn: { type: "string", title: "启用", widget: { type: "switch" } },
  done: { type: "integer", title: "进度", widget: { type: "progress" } },
};

const records = [1, 2].map((no) => ({ id: `p${no}`, title: `物件${no}` }));

async function openCells(): Promise<MadeForm> {
  const made = await openMadeForm(
    await sharedBrowser(),
    url,
    {},
    {
      cells,
      prepare: (page: Page) =>
        page.route("**/api/test/piece/list?*", (route) =>
          route.fulfill(answer({ records, total: 2, size: 5, current: 1, pages: 1 })),
        ),
    },
  );
  await made.field("名称").fill("甲");
  await made.form.getByRole("button", { name: "新增一行" }).click();
  return made;
}

proveIt(
  "TBL-14 a file is put into a cell, taken out and put in again, Escape and an arrow lead on, and pictures are moved by their menu",
  async () => {
    const { page, cell } = await openCells();

    await cell("doc").click();
    await cell("doc").locator("input[type=file]").setInputFiles(picture("报价.png"));
    await cell("doc").getByRole("img", { name: "上传完成" }).waitFor();
    await cell("doc").getByRole("button", { name: "报价.png 的操作" }).click();
    await page.getByRole("menuitem", { name: "删除" }).click();
    await cell("doc").getByRole("button", { name: "点击上传" }).waitFor();
    await cell("doc").locator("input[type=file]").setInputFiles(picture("合同.png"));
    await cell("doc").getByRole("img", { name: "上传完成" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => cell("doc").innerText()).toBe("合同.png");

    // From here on the keyboard alone leads from cell to cell.
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const files = cell("photo").locator("input[type=file]");
    await files.setInputFiles(picture("一.png"));
    await cell("photo").getByRole("button", { name: "照片 1", exact: true }).waitFor();
    await files.setInputFiles(picture("二.png", otherDot));
    await cell("photo").getByRole("button", { name: "照片 2", exact: true }).click();
    await page.getByRole("menuitem", { name: "向前移动" }).click();
    await cell("photo").getByRole("button", { name: "照片 2", exact: true }).waitFor();
  },
);

const windows = [
  { key: "owner", title: "选择用户" },
  { key: "depart", title: "选择部门" },
  { key: "source", title: "物件选择" },
  { key: "store", title: "门店概览选择" },
] as const;

/** The cell that the table points to for keyboards and screen readers, with the focus on the table. */
const activeKey = (page: Page) =>
  page.evaluate(() => {
    const grid = document.activeElement;
    const cell = document.getElementById(grid?.getAttribute("aria-activedescendant") ?? "");
    return grid?.getAttribute("role") === "grid" ? cell?.dataset.key : document.activeElement?.outerHTML.slice(0, 80);
  });

proveIt(
  "TBL-14 a person, a department, a record and a row of a report are picked in cells by mouse; each time the table has its cell again",
  async () => {
    const { page, cell, complaints } = await openCells();
    for (const { key, title } of windows) {
      await cell(key).click();
      const dialog = page.getByRole("dialog", { name: title });
      const entry = key === "depart" ? dialog.getByRole("treeitem") : dialog.locator("tbody tr");
      await entry.first().click();
      await dialog.getByRole("button", { name: "确认" }).click();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => activeKey(page)).toBe(key);
      await expect.poll(() => cell(key).innerText()).toMatch(/\S{2}/);
      // Closed without a choice, the cell is there as well, with its value.
      const before = await cell(key).innerText();
      await page.keyboard.press("Enter");
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => activeKey(page)).toBe(key);
      expect(await cell(key).innerText()).toBe(before);
    }
    // What the row of the report brings along stands in its column.
    expect(await cell("name").innerText()).toMatch(/店/);
    expect(complaints).toEqual([]);
  },
);

it("TBL-14 the same by keyboard alone: Enter opens, Tab walks in the window, and the next key acts on the cell", async () => {
  const { page, cell, complaints } = await openCells();
  await cell("doc").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  const some = windows.slice(-proveCount(2, windows.length));
  for (const { key, title } of some) {
    while ((await activeKey(page)) !== key) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: title });
    const entry = key === "depart" ? dialog.getByRole("tree") : dialog.getByRole("radio").first();
    await entry.waitFor();
    const isAtEntry = () =>
      key === "depart"
        ? dialog.locator(".ant-tree").evaluate((tree) => tree.contains(document.activeElement))
        : entry.evaluate((mark) => mark === document.activeElement);
    while (!(await isAtEntry())) await page.keyboard.press("Tab");
    if (key === "depart") await page.keyboard.press("ArrowDown");
    await page.keyboard.press(key === "depart" ? "Enter" : "Space");
    const ok = dialog.getByRole("button", { name: "确认" });
    while (!(await ok.evaluate((button) => button === document.activeElement))) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => activeKey(page)).toBe(key);
    await expect.poll(() => cell(key).innerText()).toMatch(/\S{2}/);
  }
  await page.keyboard.press("Delete");
  await expect.poll(() => cell("store").innerText()).not.toMatch(/\S{2}/);
  expect(complaints).toEqual([]);
});
