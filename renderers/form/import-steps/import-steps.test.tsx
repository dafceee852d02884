// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cellOf, giveElementsSizes, putInCell } from "../../testing/editable-table.ts";
import { fixtureConsole, refusal } from "../../testing/fixture-console.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import type { ReadFile, Verdict } from "./import-steps-types.ts";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

const read: ReadFile = {
  fileName: "门店.xlsx",
  columns: [
    { title: "店名", samples: ["东湖店"], field: "name", by: "likeness" },
    { title: "类别", samples: ["直营店"], field: "kind", by: "content" },
    { title: "备注栏", samples: ["x"] },
  ],
  fields: [
    { name: "name", title: "门店名称", required: true, writable: true },
    { name: "kind", title: "类型", required: false, writable: true },
    { name: "shopNo", title: "门店编号", required: false, writable: false },
  ],
  keys: ["name", "shopNo"],
  rows: [
    { no: 2, cells: ["东湖店", "直营店", "x"] },
    { no: 3, cells: ["西湖店", "直营店", ""] },
    { no: 4, cells: ["", "直营", ""] },
  ],
};
const clean: Verdict = { added: 3, changed: 0, isStored: false, refusal: null, problems: [] };
const kind = { message: "类型“直营店”不存在或已停用", field: "kind", offers: ["直营"] };
const wrong: Verdict = {
  ...clean,
  added: 0,
  problems: [
    { no: 2, faults: [kind] },
    { no: 3, faults: [kind] },
    { no: 4, faults: [{ message: "请输入门店名称", field: "name" }] },
  ],
};

async function openSteps() {
  const fixture = fixtureConsole({ screen: { toolbar: [{ preset: "import", label: "导入" }] } as never });
  fixture.on("POST /test/shop/importRead", () => read);
  fixture.on("POST /test/shop/importRows", () => wrong);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "导入" }));
  await user.click(await screen.findByRole("button", { name: "逐步导入" }));
  const dialog = within(await screen.findByRole("dialog", { name: "逐步导入" }));
  const choose = async () => {
    const input = await waitFor(() => document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement);
    await user.upload(input, new File(["x"], "门店.xlsx"));
  };
  const sent = () => fixture.callsTo("POST /test/shop/importRows").map(({ data }) => data);
  return { fixture, user, dialog, choose, sent };
}

test("columns are matched, wrong cells are red, an offer replaces all of its kind, and the corrected rows are stored", async () => {
  const { fixture, user, dialog, choose, sent } = await openSteps();
  await choose();
  expect(await dialog.findByText("按相近的名称")).toBeTruthy();
  expect(dialog.getByText("按内容")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "检查" }));
  expect(await dialog.findByText("3 行有误，0 行正确")).toBeTruthy();
  expect(sent()[0]).toMatchObject({
    keep: "none",
    fileName: "门店.xlsx",
    columns: ["name", "kind"],
    rows: [
      { no: 2, cells: ["东湖店", "直营店"] },
      { no: 3, cells: ["西湖店", "直营店"] },
      { no: 4, cells: [null, "直营"] },
    ],
  });
  const grid = await dialog.findByRole("grid");
  await waitFor(() => expect(cellOf(grid, 0, "kind").getAttribute("aria-invalid")).toBe("true"));
  expect((dialog.getByRole("button", { name: "导入 3 行" }) as HTMLButtonElement).disabled).toBe(true);
  // One press for both rows that say 直营店.
  await user.click(dialog.getByRole("button", { name: "直营" }));
  await dialog.findByText("1 行有误，2 行正确");
  await putInCell(user, grid, 2, "name", "南湖店{Enter}");
  await dialog.findByText("修改后请重新检查");
  fixture.on("POST /test/shop/importRows", () => ({ ...clean, isStored: true, batchId: "b1" }));
  await user.click(dialog.getByRole("button", { name: "导入 3 行" }));
  expect(await dialog.findByText("已导入 3 行")).toBeTruthy();
  expect(sent().at(-1)).toMatchObject({
    keep: "whole",
    rows: [
      { no: 2, cells: ["东湖店", "直营"] },
      { no: 3, cells: ["西湖店", "直营"] },
      { no: 4, cells: ["南湖店", "直营"] },
    ],
  });
  fixture.on("POST /sys/import/undo", () => ({ undone: 3 }));
  await user.click(dialog.getByRole("button", { name: "撤销这次导入" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fixture.callsTo("POST /sys/import/undo").map(({ params }) => params)).toEqual([{ id: "b1" }]);
  expect(fixture.notices.at(-1)?.text).toBe("已撤销这次导入");
});

test("the sound rows go in first, the wrong ones stay; a refused call is said where the person is", async () => {
  const { fixture, user, dialog, choose, sent } = await openSteps();
  await choose();
  const part: Verdict = { ...clean, added: 2, problems: wrong.problems.slice(2) };
  fixture.on("POST /test/shop/importRows", () => part);
  await user.click(await dialog.findByRole("button", { name: "检查" }));
  await dialog.findByText("1 行有误，2 行正确");
  fixture.on("POST /test/shop/importRows", () => {
    throw refusal(200, 500, "数据库繁忙");
  });
  await user.click(dialog.getByRole("button", { name: "只导入正确的 2 行" }));
  expect((await dialog.findByRole("alert")).textContent).toContain("数据库繁忙");
  fixture.on("POST /test/shop/importRows", () => ({ ...part, isStored: true }));
  await user.click(dialog.getByRole("button", { name: "只导入正确的 2 行" }));
  expect(await dialog.findByText(/已导入 2 行；其余有误的行留在表格中/)).toBeTruthy();
  expect(sent().at(-1)).toMatchObject({ keep: "sound" });
  await dialog.findByRole("button", { name: "导入 1 行" });
});

test("a required column that is not matched is named, and rows may be updated by a key without it", async () => {
  const { user, dialog, choose } = await openSteps();
  await choose();
  const pick = async (label: string, option: string) => {
    await user.click(await dialog.findByRole("combobox", { name: label }));
    const options = await screen.findAllByTitle(option);
    await user.click(options.at(-1) as HTMLElement);
  };
  await pick("店名", "门店编号");
  expect((await dialog.findByRole("alert")).textContent).toContain("还没有对应必填的列：门店名称");
  expect((dialog.getByRole("button", { name: "检查" }) as HTMLButtonElement).disabled).toBe(true);
  await pick("已有的数据", "按“门店编号”更新，空单元格不改动");
  await waitFor(() => expect((dialog.getByRole("button", { name: "检查" }) as HTMLButtonElement).disabled).toBe(false));
});
