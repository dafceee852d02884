import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { sharedBrowser } from "../support/browser.ts";
import { type MadeForm, openMadeForm } from "../support/made-form.ts";
import { answer } from "../support/made-page.ts";

const url = inject("consoleUrl");

/** One red dot. */
const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const picture = (name: string) => ({ name, mimeType: "image/png", buffer: dot });

/** One column for every editor that a cell may open; the first two are driven. */
const cells = {
  doc: { type: "string", title: "附件", maxLength: 500, widget: { type: "file" }, cell: { type: "file" } },
  photo: { type: "string", title: "照片", maxLength: 500, widget: { type: "image" }, cell: { type: "image" } },
  owner: { type: "string", title: "负责人", widget: { type: "user-picker" } },
  depart: { type: "string", title: "部门", widget: { type: "depart-picker" } },
  source: { type: "string", title: "来源", widget: { type: "record-picker", model: "test/piece" } },
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

it("TBL-14 a file is put into a cell, taken out and put in again, Escape and an arrow lead on, and pictures are moved by their menu", async () => {
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
  await files.setInputFiles(picture("二.png"));
  await cell("photo").getByRole("button", { name: "照片 2", exact: true }).click();
  await page.getByRole("menuitem", { name: "向前移动" }).click();
  await cell("photo").getByRole("button", { name: "照片 2", exact: true }).waitFor();
});
