// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cellOf, giveElementsSizes, putInCell } from "../testing/editable-table.ts";
import { type FixtureConsole, fixtureConsole } from "../testing/fixture-console.ts";
import { renderScreen } from "../testing/render-screen.tsx";

giveElementsSizes({ clientHeight: 400, clientWidth: 900 });
afterEach(cleanup);
beforeEach(() => localStorage.clear());

const setting = "/lowcode/userSetting";

/** Opens the form of a stored shop with two lines. */
async function openLines(prepare: (fixture: FixtureConsole) => void = () => undefined) {
  const subTable = { kind: "table", relation: "lines", columns: ["product", { field: "qty", required: true }] };
  const fixture = fixtureConsole({
    screen: { kind: "list", views: { form: { items: ["name", { subTable }] } } } as never,
  });
  fixture.on("GET /test/line/listByMainId", () => [
    { id: "l1", product: "保洁", qty: 1 },
    { id: "l2", product: "开荒", qty: 2 },
  ]);
  prepare(fixture);
  const { user } = renderScreen(fixture);
  await user.click(await screen.findByRole("button", { name: "编辑" }));
  const dialog = within(await screen.findByRole("dialog"));
  const grid = await dialog.findByRole("grid", { name: "明细" });
  const table = within(grid.closest("section") as HTMLElement);
  const column = (name: string) =>
    [...grid.querySelectorAll<HTMLElement>(`[data-key="${name}"]`)].map((cell) => cell.textContent);
  const titles = () =>
    within(grid)
      .getAllByRole("columnheader")
      .map((head) => head.textContent);
  const choose = async (entry: string) => {
    await user.click(table.getByRole("button", { name: "更多行操作" }));
    await user.click(await screen.findByRole("menuitem", { name: new RegExp(entry) }));
  };
  return { fixture, user, dialog, grid, table, column, titles, choose };
}

describe("rows", () => {
  test("a row is put above or below the active cell, and copied with its values", async () => {
    const { user, grid, column, choose } = await openLines();
    await user.click(cellOf(grid, 1, "product"));
    await user.keyboard("{Escape}");
    await choose("在上方插入");
    expect(column("product")).toEqual(["保洁", "", "开荒"]);
    await user.click(cellOf(grid, 0, "product"));
    await user.keyboard("{Escape}");
    await choose("复制整行");
    expect(column("product")).toEqual(["保洁", "保洁", "", "开荒"]);
  });

  test("the chosen rows are copied together below the last of them, and one undo takes them back", async () => {
    const { user, grid, column } = await openLines();
    await user.click(within(grid).getByRole("checkbox", { name: "选择全部" }));
    grid.focus();
    await user.keyboard("{ArrowDown}{Control>}{Shift>}d{/Shift}{/Control}");
    expect(column("product")).toEqual(["保洁", "开荒", "保洁", "开荒"]);
    await user.keyboard("{Control>}z{/Control}");
    expect(column("product")).toEqual(["保洁", "开荒"]);
  });

  test("Ctrl with Enter and Delete adds and removes rows at the active cell", async () => {
    const { user, grid, column } = await openLines();
    grid.focus();
    await user.keyboard("{ArrowDown}{Control>}{Enter}{/Control}");
    expect(column("product")).toEqual(["保洁", "", "开荒"]);
    await user.keyboard("{ArrowUp}{Control>}{Delete}{/Control}");
    await waitFor(() => expect(column("product")).toEqual(["", "开荒"]));
  });
});

test("Ctrl with Enter in an open cell keeps what was typed and adds the next row", async () => {
  const { user, grid, column } = await openLines();
  grid.focus();
  await user.keyboard("{ArrowDown}{F2}月嫂{Control>}{Enter}{/Control}");
  expect(column("product")).toEqual([expect.stringContaining("月嫂"), "", "开荒"]);
});

describe("finding", () => {
  test("Ctrl with F goes to what is found and replaces it, and Escape gives the table back", async () => {
    const { fixture, user, grid, table, column } = await openLines();
    grid.focus();
    await user.keyboard("{Control>}f{/Control}");
    const find = await table.findByRole("textbox", { name: "查找" });
    await user.type(find, "荒{Enter}");
    expect(grid.getAttribute("aria-activedescendant")).toBe(cellOf(grid, 1, "product").id);
    expect(table.getByText("1/1")).toBeTruthy();
    await user.type(table.getByRole("textbox", { name: "替换为" }), "锁");
    await user.click(table.getByRole("button", { name: "全部替换" }));
    expect(column("product")).toEqual(["保洁", "开锁"]);
    expect(fixture.notices.at(-1)?.text).toBe("已替换 1 处");
    await user.type(find, "{Escape}");
    await waitFor(() => expect(table.queryByRole("textbox", { name: "查找" })).toBeNull());
    expect(document.activeElement).toBe(grid);
  });
});

describe("how the table is shown", () => {
  test("a hidden column is remembered on the server, and comes back when it holds a mistake", async () => {
    const { fixture, user, table, titles } = await openLines();
    await user.click(table.getByRole("button", { name: "列设置" }));
    await user.click(await screen.findByRole("checkbox", { name: "数量" }));
    await waitFor(() => expect(titles().join()).not.toContain("数量"));
    await waitFor(
      () => {
        const [call] = fixture.callsTo(`PUT ${setting}`);
        expect(call?.data).toMatchObject({ name: "grid:test/shop/lines", value: { hidden: ["qty"] } });
      },
      { timeout: 3000 },
    );
    await user.click(table.getByRole("button", { name: "新增一行" }));
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(titles().join()).toContain("数量"));
  });

  test("columns that were hidden on another machine are not shown", async () => {
    const { titles } = await openLines((console) =>
      console.on(`GET ${setting}`, ({ params }) =>
        String(params?.name).startsWith("grid:") ? { hidden: ["product"] } : null,
      ),
    );
    await waitFor(() => expect(titles().join()).not.toContain("商品"));
  });

  test("alone on the screen the table keeps what was typed, and the cell that is active", async () => {
    const { user, grid, table, dialog } = await openLines();
    await putInCell(user, grid, 0, "product", "擦窗{Enter}");
    await user.click(table.getByRole("button", { name: "最大化表格" }));
    const alone = within(await screen.findByRole("dialog", { name: "明细" }));
    expect(cellOf(alone.getByRole("grid"), 0, "product").textContent).toBe("擦窗");
    await user.click(alone.getByRole("button", { name: "还原表格" }));
    expect(cellOf(await dialog.findByRole("grid"), 0, "product").textContent).toBe("擦窗");
  });
});

describe("a spreadsheet", () => {
  const importFile = async (rows: readonly (readonly unknown[])[]) => {
    const opened = await openLines((console) => console.on("POST /lowcode/sheet/read", () => rows));
    await opened.user.click(opened.table.getByRole("button", { name: "从 Excel 导入" }));
    const dialog = within(await screen.findByRole("dialog", { name: "从 Excel 导入" }));
    await opened.user.upload(dialog.getByLabelText("选择文件"), new File(["x"], "明细.xlsx"));
    return { ...opened, window: dialog };
  };

  test("is shown before it is added: what is wrong is red and holds the import until it is corrected", async () => {
    const { user, column, window } = await importFile([
      ["商品", "数量", "颜色"],
      ["擦窗", 4, "蓝"],
      ["搬家", "八", ""],
    ]);
    const preview = await window.findByRole("grid", { name: "预览" });
    expect(window.getByText("未识别的列已忽略：颜色")).toBeTruthy();
    const start = () => window.getByRole<HTMLButtonElement>("button", { name: "导入 2 行" });
    await waitFor(() => expect(cellOf(preview, 1, "qty").getAttribute("aria-invalid")).toBe("true"));
    expect(start().disabled).toBe(true);
    expect(column("product")).toEqual(["保洁", "开荒"]);
    await putInCell(user, preview, 1, "qty", "8{Enter}");
    await waitFor(() => expect(start().disabled).toBe(false));
    await user.click(start());
    await waitFor(() => expect(column("product")).toEqual(["保洁", "开荒", "擦窗", "搬家"]));
    expect(column("qty")).toEqual(["1", "2", "4", "8"]);
  });

  test("without a title of the table is refused with what it should have", async () => {
    const { column, window } = await importFile([["颜色"], ["蓝"]]);
    expect((await window.findByRole("alert")).textContent).toBe("明细.xlsx：没有找到列名，前几行中应有：商品、数量");
    expect(column("product")).toEqual(["保洁", "开荒"]);
  });

  test("is written from the rows as they stand, unsaved ones included", async () => {
    const { fixture, user, grid, choose } = await openLines();
    await putInCell(user, grid, 0, "qty", "9{Enter}");
    await choose("导出为 Excel");
    await waitFor(() =>
      expect(fixture.callsTo("POST /lowcode/sheet/write")[0]?.data).toMatchObject({
        title: "明细",
        columns: [
          { title: "商品", kind: "text" },
          { title: "数量", kind: "number" },
        ],
        rows: [
          ["保洁", 9],
          ["开荒", 2],
        ],
      }),
    );
  });
});
