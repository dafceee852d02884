import { describe, expect, test } from "vitest";
import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import { fixtureDocuments } from "../../runtime/compile/fixture-models.ts";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { parseTsv, printTsv } from "../../runtime/format/separated-text.ts";
import { resolveModel } from "../../runtime/model/resolve-model.ts";
import { RowStore } from "../../runtime/rowstore/row-store.ts";
import { cutNote, fitNumber } from "../editors/number/number-text.ts";
import { pasteBlock } from "./clipboard.ts";
import { blockOf } from "./GridNote.tsx";
import { clearRange, fillDown, fillTo, fillToNeighbour } from "./grid-blocks.ts";
import { commandOf } from "./grid-keys.ts";
import { GridModel } from "./grid-model.ts";
import type { GridHost } from "./grid-types.ts";
import { readPasted } from "./read-pasted.ts";
import { targetOf } from "./use-grid-drag.ts";

/** 商品 (text), 数量 (integer), 金额 (computed, closed). */
function lineColumns(): readonly GridColumnPlan[] {
  const documents = fixtureDocuments.map((document) =>
    document.id === "test/line"
      ? {
          ...document,
          fields: { ...document.fields, amount: { type: "money" as const, title: "金额", value: "{{ row.qty * 2 }}" } },
        }
      : document,
  );
  const models = new Map(documents.map((document) => [document.id ?? "", resolveModel(document, () => "name")]));
  const plan = compileScreen({ schemaVersion: 1, kind: "list", id: "test/shop", model: "test/shop" }, models);
  const items = plan.kind === "list" ? plan.views.get("form")?.items : undefined;
  const table = items?.find((item) => item.kind === "subTable");
  return table?.kind === "subTable" ? (table.grid?.columns ?? []) : [];
}

const rows = [
  { id: "a", product: "绿豆糕", qty: 1, amount: 2, orderNum: 1 },
  { id: "b", product: "龙井", qty: 2, amount: 4, orderNum: 2 },
  { id: "c", product: "普洱", qty: 3, amount: 6, orderNum: 3 },
];

function aGrid(
  max?: number,
  isDisabled?: (row: Readonly<Record<string, unknown>>) => boolean,
  pageSize?: number,
  host: GridHost = {},
) {
  const columns = lineColumns();
  const store = new RowStore({
    columns: [{ key: "qty", summary: "sum" }],
    orderField: "orderNum",
    ...(isDisabled ? { isDisabled } : {}),
    compute: (row) => ({ ...row, amount: typeof row.qty === "number" ? row.qty * 2 : null }),
  });
  store.load(rows);
  return new GridModel(store, columns, { canAdd: true, canRemove: true, max, pageSize }, host);
}

const names = (grid: GridModel) => grid.store.values().map((row) => row.product);

describe("sorting", () => {
  const sorted = (grid: GridModel) => grid.order.ids.map((id) => grid.store.cell(id, "product"));

  test("shows the rows in another order and leaves them, their places and what a save sends alone", () => {
    const grid = aGrid();
    grid.store.set("a", "qty", 9);
    grid.sortBy("qty");
    expect(sorted(grid)).toEqual(["龙井", "普洱", "绿豆糕"]);
    grid.sortBy("qty");
    expect(sorted(grid)).toEqual(["绿豆糕", "普洱", "龙井"]);
    expect(names(grid)).toEqual(["绿豆糕", "龙井", "普洱"]);
    expect(grid.store.changes().updated.map((row) => row.id)).toEqual(["a"]);
    grid.sortBy("qty");
    expect(grid.order.sort).toBeUndefined();
    expect(sorted(grid)).toEqual(["绿豆糕", "龙井", "普洱"]);
  });

  test("goes by pinyin for words, puts blank cells last both ways, and new rows at the end", () => {
    const grid = aGrid();
    grid.store.set("b", "product", null);
    grid.sortBy("product");
    expect(sorted(grid)).toEqual(["绿豆糕", "普洱", null]);
    grid.sortBy("product");
    expect(sorted(grid)).toEqual(["普洱", "绿豆糕", null]);
    grid.addRow(0, { product: "白茶" });
    expect(sorted(grid)).toEqual(["普洱", "绿豆糕", null, "白茶"]);
    grid.removeRows(["c"]);
    expect(sorted(grid)).toEqual(["绿豆糕", null, "白茶"]);
  });

  test("keys, blocks and the row that is changed follow what is shown", () => {
    const grid = aGrid();
    grid.sortBy("qty");
    grid.sortBy("qty");
    grid.activate({ id: "c", key: "qty" });
    grid.commit("c", "qty", 0);
    grid.move(1, 0);
    expect(grid.active?.id).toBe("b");
    grid.move(1, 0, true);
    clearRange(grid);
    expect(grid.store.values().map((row) => row.qty)).toEqual([null, null, 0]);
  });
});

describe("TBL-12 pages of a table", () => {
  const paged = () => aGrid(undefined, undefined, 2);

  test("show their rows; keys go over their ends and the page follows", () => {
    const grid = paged();
    expect([grid.order.pageNo, grid.order.start, grid.order.shown]).toEqual([1, 0, ["a", "b"]]);
    grid.activate({ id: "b", key: "qty" });
    grid.move(1, 0);
    expect([grid.active?.id, grid.order.pageNo, grid.order.start, grid.order.shown]).toEqual(["c", 2, 2, ["c"]]);
    grid.turnPage(1, 2);
    expect([grid.active, grid.order.shown]).toEqual([undefined, ["a", "b"]]);
    grid.turnPage(1, 30);
    expect(grid.order.shown).toEqual(["a", "b", "c"]);
  });

  test("are cut from what is sorted, and one whose rows went gives way to the one before", () => {
    const grid = paged();
    grid.sortBy("qty");
    grid.sortBy("qty");
    expect(grid.order.shown).toEqual(["c", "b"]);
    grid.turnPage(2, 2);
    expect(grid.order.shown).toEqual(["a"]);
    grid.removeRows(["a"]);
    expect([grid.order.pageNo, grid.order.shown]).toEqual([1, ["c", "b"]]);
  });

  test("their checkbox chooses the page and keeps what is chosen elsewhere", () => {
    const grid = paged();
    grid.toggleRow("c");
    grid.toggleAll();
    expect([...grid.selected].sort()).toEqual(["a", "b", "c"]);
    grid.toggleAll();
    expect([...grid.selected]).toEqual(["c"]);
  });

  test("a wrong cell on another page is found", () => {
    const grid = paged();
    grid.findings.show(new Map([["c", new Map([["qty", "太多"]])]]));
    expect([grid.nextError()?.id, grid.order.pageNo]).toEqual(["c", 2]);
  });
});

describe("the compiled columns", () => {
  test("are the fields of the relation's rows without the one that joins them", () => {
    expect(lineColumns().map((column) => [column.name, column.readOnly])).toEqual([
      ["product", false],
      ["qty", false],
      ["amount", true],
    ]);
  });
});

describe("moving about", () => {
  test("a step stays inside the table", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "product" });
    grid.move(-1, -1);
    expect(grid.active).toMatchObject({ id: "a", key: "product" });
    grid.move(1e9, 1e9);
    expect(grid.active).toMatchObject({ id: "c", key: "amount" });
  });

  test("Tab goes over the end of a row and passes closed cells", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "qty" });
    expect(grid.next(1, true)).toBe(true);
    expect(grid.active).toMatchObject({ id: "b", key: "product" });
    grid.activate({ id: "c", key: "qty" });
    expect(grid.next(1, true)).toBe(false);
  });

  test("a computed cell and a disabled row do not open", () => {
    const grid = aGrid(undefined, (row) => row.id === "b");
    grid.activate({ id: "a", key: "amount" });
    expect(grid.edit()).toBe(false);
    grid.activate({ id: "b", key: "qty" });
    expect(grid.edit()).toBe(false);
    grid.activate({ id: "c", key: "qty" });
    expect(grid.edit("5")).toBe(true);
    expect(grid.active).toEqual({ id: "c", key: "qty", isEditing: true, typed: "5", waiting: [] });
  });

  test("only the rows that were left and entered are told", () => {
    const grid = aGrid();
    const told: string[] = [];
    for (const { id } of rows) grid.onRow(id, () => told.push(id));
    grid.activate({ id: "a", key: "qty" });
    grid.activate({ id: "c", key: "qty" });
    expect(told).toEqual(["a", "a", "c"]);
  });

  test("the next wrong cell comes in reading order and starts over at the end", () => {
    const grid = aGrid();
    grid.findings.show(
      new Map([
        ["a", new Map([["qty", "不能小于 1"]])],
        ["c", new Map([["product", "请输入商品"]])],
      ]),
    );
    expect(grid.findings.count).toBe(2);
    const found = [grid.nextError(), grid.nextError(), grid.nextError()];
    expect(found.map((place) => place?.id)).toEqual(["a", "c", "a"]);
  });
});

describe("writing", () => {
  test("a commit is one step with what is computed from it, and undo takes both back", () => {
    const grid = aGrid();
    grid.commit("a", "qty", 9);
    expect(grid.store.row("a")).toMatchObject({ qty: 9, amount: 18 });
    expect(grid.store.sum("qty")).toBe(14);
    grid.undo();
    expect(grid.store.row("a")).toMatchObject({ qty: 1, amount: 2 });
  });

  test("the same value is no change", () => {
    const grid = aGrid();
    grid.commit("a", "qty", 1);
    expect(grid.store.isDirty).toBe(false);
  });

  test("TBL-19 taking away anything but rows by their ids is a mistake of the caller's", () => {
    const grid = aGrid();
    for (const wrong of ["a", 1, { id: "a" }, [1], null]) {
      expect(() => grid.removeRows(wrong as never)).toThrow(TypeError);
    }
    expect(names(grid)).toEqual(["绿豆糕", "龙井", "普洱"]);
  });

  test("rows are added up to the greatest number", () => {
    const grid = aGrid(4);
    expect(grid.addRow()).toBeDefined();
    expect(grid.addRow()).toBeUndefined();
    expect(grid.canAdd).toBe(false);
  });

  test("TBL-08 a moved row numbers the order field anew from 1", () => {
    const grid = aGrid();
    grid.moveRow("c", 0);
    expect(grid.store.values().map((row) => [row.id, row.orderNum])).toEqual([
      ["c", 1],
      ["a", 2],
      ["b", 3],
    ]);
  });

  test("a dropped row lands above or below the row under the pointer", () => {
    const grid = aGrid();
    grid.moveRow("a", targetOf(grid, "a", { id: "c", side: "above" }));
    expect(names(grid)).toEqual(["龙井", "绿豆糕", "普洱"]);
    grid.moveRow("c", targetOf(grid, "c", { id: "b", side: "above" }));
    expect(names(grid)).toEqual(["普洱", "龙井", "绿豆糕"]);
  });

  test("removed rows leave the selection, and a locked table keeps its rows", () => {
    const grid = aGrid();
    grid.toggleAll();
    grid.removeRows(["a"]);
    expect([...grid.selected]).toEqual(["b", "c"]);
    grid.lock(true);
    expect(grid.removeRows(["b"])).toBe(0);
    expect(grid.store.size).toBe(2);
  });

  test("clearing a block leaves closed cells alone", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "qty" });
    grid.activate({ id: "b", key: "amount" }, { extend: true });
    clearRange(grid);
    expect(grid.store.values().map((row) => row.qty)).toEqual([null, null, 3]);
  });
});

describe("the clipboard", () => {
  const read = (column: GridColumnPlan, text: string) => readPasted(column, text, [], new Map());

  test("cells with tabs, quotes and line breaks survive the way out and back", () => {
    const cells = [
      ["a\tb", 'say "x"'],
      ["one\ntwo", ""],
    ];
    expect(parseTsv(printTsv(cells))).toEqual(cells);
    expect(parseTsv('"引"文\t1\n"b"\t2')).toEqual([
      ['"引"文', "1"],
      ['"b"', "2"],
    ]);
    expect(parseTsv("1\t2\r\n3\t4\r\n")).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
  });

  test("a pasted block is one step, adds rows, and leaves computed cells to the rules", () => {
    const grid = aGrid();
    grid.activate({ id: "c", key: "product" });
    const result = pasteBlock(grid, parseTsv("菊花\t1,200\t999\n陈皮\t4\t999"), read);
    expect(grid.store.values().slice(2)).toMatchObject([
      { product: "菊花", qty: 1200, amount: 2400 },
      { product: "陈皮", qty: 4, amount: 8 },
    ]);
    expect(result.dropped).toBe(0);
    grid.undo();
    expect(names(grid)).toEqual(["绿豆糕", "龙井", "普洱"]);
  });

  test("cells that a rule or their row closes keep their value under a pasted block, and are counted", () => {
    const cellState = (row: number, key: string) => ({ visible: true, disabled: row === 0 && key === "qty" });
    const grid = aGrid(undefined, (row) => row.id === "c", undefined, { cellState });
    grid.activate({ id: "a", key: "product" });
    const result = pasteBlock(grid, parseTsv("甲\t7\n乙\t8\n丙\t9"), read);
    expect(grid.store.values().map(({ product, qty }) => [product, qty])).toEqual([
      ["甲", 1],
      ["乙", 8],
      ["普洱", 3],
    ]);
    expect(result.skipped).toBe(3);
  });

  test("rows beyond the greatest number are counted, not lost silently", () => {
    const grid = aGrid(3);
    grid.activate({ id: "b", key: "product" });
    expect(pasteBlock(grid, parseTsv("一\n二\n三\n四"), read).dropped).toBe(2);
  });

  test("one copied cell fills the whole chosen block", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "qty" });
    grid.activate({ id: "c", key: "qty" }, { extend: true });
    pasteBlock(grid, [["7"]], read);
    expect(grid.store.values().map((row) => row.qty)).toEqual([7, 7, 7]);
  });

  test("a block is followed and settled once, however many cells and new rows it has", () => {
    const told: string[] = [];
    const grid = aGrid(undefined, undefined, undefined, {
      follow: () => void told.push("follow"),
      settled: (places) => void told.push(`settled ${places.length}`),
    });
    grid.activate({ id: "c", key: "product" });
    pasteBlock(grid, parseTsv("一\t1\n二\t2\n三\t3"), read);
    expect(told).toEqual(["follow", "settled 6"]);
  });

  test("a word that fits nowhere is wrong until its cell has another value", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "product" });
    pasteBlock(grid, [["无名"]], () => ({ value: "无名", misfit: "没有找到“无名”" }));
    expect([grid.findings.error("a", "product"), grid.findings.count, grid.findings.hasMarks]).toEqual([
      "没有找到“无名”",
      1,
      true,
    ]);
    grid.commit("a", "product", "龙井");
    expect([grid.findings.error("a", "product"), grid.findings.count, grid.findings.hasMarks]).toEqual([
      undefined,
      0,
      false,
    ]);
  });

  test("fills down from the first row of the block, or from the row above a block of one", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "qty" });
    grid.activate({ id: "c", key: "qty" }, { extend: true });
    fillDown(grid);
    expect(grid.store.values().map((row) => row.qty)).toEqual([1, 1, 1]);
    grid.activate({ id: "b", key: "product" });
    fillDown(grid);
    expect(names(grid)).toEqual(["绿豆糕", "绿豆糕", "普洱"]);
  });

  test("a text that is no number is kept for the rules to refuse", () => {
    const grid = aGrid();
    grid.activate({ id: "a", key: "qty" });
    pasteBlock(grid, [["两个"]], read);
    expect(grid.store.cell("a", "qty")).toBe("两个");
  });
});

describe("going about", () => {
  const at = (grid: GridModel) => `${grid.active?.id} ${grid.active?.key}`;

  test("with Ctrl an arrow goes to the end of what is filled, then over the gap, then to the edge", () => {
    const grid = aGrid();
    grid.addRows([{ qty: null }, { qty: null }, { qty: 6 }]);
    const last = grid.order.ids.at(-1);
    grid.activate({ id: "a", key: "qty" });
    grid.jump(1, 0);
    expect(at(grid)).toBe("c qty");
    grid.jump(1, 0);
    expect(at(grid)).toBe(`${last} qty`);
    grid.jump(-1, 0, true);
    expect(grid.range()).toMatchObject({ top: 2, bottom: 5 });
  });

  test("everything can be chosen, and the active cell stays where it is", () => {
    const grid = aGrid();
    grid.activate({ id: "b", key: "qty" });
    grid.selectAll();
    expect(grid.range()).toEqual({ top: 0, bottom: 2, left: 0, right: 2 });
    expect(at(grid)).toBe("b qty");
  });

  test("goes from one wrong cell to the next, and back, although a press on the button takes the focus", () => {
    const grid = aGrid();
    grid.findings.mark(["a", "b", "c"].map((id) => ({ id, key: "qty", message: "不对" })));
    const walk = (step: 1 | -1) => {
      grid.leave();
      return grid.nextError(step)?.id;
    };
    expect([walk(1), walk(1), walk(1), walk(1), walk(-1), walk(-1)]).toEqual(["a", "b", "c", "a", "c", "b"]);
  });
});

describe("keys", () => {
  const press = (key: string, more = {}) =>
    commandOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

  test("arrows move, with Shift they widen the block", () => {
    expect(press("ArrowDown")).toEqual({ kind: "move", rows: 1, columns: 0, extend: false });
    expect(press("ArrowLeft", { shiftKey: true })).toEqual({ kind: "move", rows: 0, columns: -1, extend: true });
  });

  test("a letter opens the editor with itself, Enter and F2 with the value", () => {
    expect(press("8")).toEqual({ kind: "edit", typed: "8" });
    expect(press("F2")).toEqual({ kind: "edit", typed: undefined });
    expect(press("Process")).toEqual({ kind: "edit", typed: "" });
  });

  test("what belongs to the browser is left to it", () => {
    expect(press("c", { ctrlKey: true })).toBeUndefined();
    expect(press("F5")).toBeUndefined();
    expect(press("Shift")).toBeUndefined();
  });

  test("TBL-17: only what can become a number is taken", () => {
    const whole = ["12", "-3", "1.5", "", "-", "1."];
    expect(whole.map((text) => fitNumber(text, 2))).toEqual(whole);
    expect(whole.map((text) => cutNote(text, 2))).toEqual(whole.map(() => undefined));
    const cut = ["1a", "1.555", "--", "1e5", "约 12.5 元"];
    expect(cut.map((text) => fitNumber(text, 2))).toEqual(["1", "1.55", "-", "1", "12.5"]);
    expect(cut.map((text) => cutNote(text, 2))).toEqual([
      "只能输入数字，其他字符没有保留",
      "最多 2 位小数，多出的没有保留",
      "只能输入数字，其他字符没有保留",
      "只能输入数字，其他字符没有保留",
      "只能输入数字，其他字符没有保留",
    ]);
    expect(["1.", "1.5", "-0.25"].map((text) => fitNumber(text, 0))).toEqual(["1.", "1.5", "-0.25"]);
  });
});

test("what a block adds up to stands below the table; one cell alone says nothing", () => {
  const grid = aGrid();
  grid.activate({ id: "a", key: "product" });
  expect(blockOf(grid)).toBeUndefined();
  grid.activate({ id: "b", key: "qty" }, { extend: true });
  expect(blockOf(grid)).toEqual({ cells: 4, filled: 4, sum: "3", average: "1.50" });
  grid.activate({ id: "a", key: "product" });
  grid.activate({ id: "c", key: "product" }, { extend: true });
  expect(blockOf(grid)).toEqual({ cells: 3, filled: 3 });
});

describe("filling beside a block", () => {
  const quantities = (grid: GridModel) => grid.store.values().map((row) => row.qty);
  const blockOfRows = (grid: GridModel, from: string, rows: number) => {
    grid.activate({ id: from, key: "qty" });
    grid.move(rows - 1, 0, true);
    const range = grid.range();
    if (!range) throw new Error("no block");
    return range;
  };

  test("one number is copied, even steps go on, and what follows from them with them", () => {
    const grid = aGrid();
    fillTo(grid, blockOfRows(grid, "a", 1), 2);
    expect(quantities(grid)).toEqual([1, 1, 1]);
    expect(grid.store.values().map((row) => row.amount)).toEqual([2, 2, 2]);
    grid.undo();
    grid.addRows([{}, {}]);
    fillTo(grid, blockOfRows(grid, "a", 3), 4);
    expect(quantities(grid)).toEqual([1, 2, 3, 4, 5]);
  });

  test("upwards the values go on the other way", () => {
    const grid = aGrid();
    const [id] = grid.addRows([{}], 0);
    fillTo(grid, blockOfRows(grid, "a", 3), 0);
    expect(grid.store.cell(id ?? "", "qty")).toBe(0);
  });

  test("a double press fills as far as the column beside has values; closed cells keep theirs", () => {
    const grid = aGrid(undefined, (row) => row.product === "龙井");
    grid.addRows([{ product: "红茶" }, {}]);
    grid.activate({ id: "a", key: "qty" });
    fillToNeighbour(grid);
    expect(quantities(grid).slice(0, 4)).toEqual([1, 2, 1, 1]);
    expect(quantities(grid)[4] ?? null).toBeNull();
  });
});
