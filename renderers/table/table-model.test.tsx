// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { type ColumnChoice, clampWidth, documentColumns, readColumnChoice } from "./column-choice.ts";
import { layoutTable } from "./table-layout.ts";
import { isArranged, type TableModelOptions, useTableModel } from "./table-model.ts";

afterEach(cleanup);

const column = (name: string, more: Partial<ColumnPlan> = {}) =>
  ({ name, title: name, width: 100, grows: name === "b", fixed: undefined, sortable: true, ...more }) as ColumnPlan;
const columns = [column("a"), column("b"), column("c", { fixed: "left" })];
const names = (list: readonly ColumnPlan[]) => list.map(({ name }) => name);
const modelOf = (options: TableModelOptions) => renderHook(() => useTableModel(options)).result.current;
const arranged = (change: Partial<ColumnChoice>) => modelOf({ columns, choice: { ...documentColumns, ...change } });

describe("columns of a person", () => {
  test("nothing is arranged until one is hidden, moved, widened or pinned", () => {
    const isChanged = (change: Partial<ColumnChoice>) => isArranged(columns, arranged(change));
    expect(isChanged({})).toBe(false);
    const changes = [{ hidden: ["a"] }, { order: ["b", "a"] }, { widths: { a: 90 } }, { pins: { a: "left" as const } }];
    expect(changes.map(isChanged)).toEqual([true, true, true, true]);
    // Taken back: there is nothing to restore.
    const same = [{ hidden: ["gone"] }, { order: ["a", "b", "c"] }, { pins: { c: "left" as const } }];
    expect(same.map(isChanged)).toEqual([false, false, false]);
  });

  test("pinned columns stand outermost, hidden ones are left out", () => {
    expect(names(arranged({}).shown)).toEqual(["c", "a", "b"]);
    expect(names(arranged({ pins: { a: "right" }, hidden: ["c"] }).shown)).toEqual(["b", "a"]);
  });

  test("stand in the chosen order; one that came with an update stands after its neighbour", () => {
    expect(names(arranged({ order: ["c", "gone", "a"] }).all)).toEqual(["c", "a", "b"]);
  });

  test("a width that was dragged ends growing, and stays between 48 and 800", () => {
    const [, wide] = arranged({ widths: { b: 5000 } }).all;
    expect(wide).toMatchObject({ width: 800, grows: false });
    expect(arranged({ widths: { a: 1 } }).all[0]?.width).toBe(48);
    expect([clampWidth(1), clampWidth(99.6), clampWidth(5000)]).toEqual([48, 100, 800]);
  });

  test("a width beyond those bounds that the document gives is kept", () => {
    const { shown } = modelOf({ columns: [column("mark", { width: 32 }), column("text", { width: 900 })] });
    expect(shown.map(({ width }) => width)).toEqual([32, 900]);
  });

  test("a pin can be set and taken away; pinned columns keep their distance from the side", () => {
    const model = arranged({ pins: { a: "right", c: "none" } });
    expect(model.all.map(({ fixed }) => fixed)).toEqual(["right", undefined, undefined]);
    const two = arranged({ pins: { a: "left" }, widths: { a: 130 } });
    const { pinned, minWidth } = layoutTable(two, { selection: true, rowNumber: false, actions: 80 });
    expect(names(two.shown)).toEqual(["a", "c", "b"]);
    expect([pinned.get("a"), pinned.get("c")]).toEqual([{ left: 44 }, { left: 44 + 130 }]);
    expect(minWidth).toBe(44 + 330 + 80);
  });

  test("neighbours of one group share a head; a column between them parts it", () => {
    const grouped = [column("a", { groupHeader: "金额" }), column("b", { groupHeader: "金额" }), column("c")];
    const headsOf = (order: readonly string[]) =>
      modelOf({ columns: grouped, choice: { ...documentColumns, order } }).heads.map((row) =>
        row.filter(({ rowSpan }) => rowSpan > 0).map(({ column: { id }, colSpan }) => `${id}×${colSpan}`),
      );
    expect(headsOf([])).toEqual([
      ["group:金额×2", "c×1"],
      ["a×1", "b×1"],
    ]);
    expect(headsOf(["a", "c", "b"])[0]).toEqual(["group:金额×1", "c×1", "group:金额×1"]);
  });

  test.each([null, "text", [], { order: "a", widths: { a: "12", b: null }, pins: { a: "up" }, hidden: [1, {}] }])(
    "%j in the store reads as no choice",
    (stored) => expect(readColumnChoice(stored)).toEqual(documentColumns),
  );

  test("a dragged head tells the new width of its column, a double press that there is none", () => {
    const onResize = vi.fn();
    const { table } = modelOf({ columns, choice: { ...documentColumns, widths: { a: 90 } }, onResize });
    act(() => table.setColumnSizing((sizes) => ({ ...sizes, b: 210 })));
    act(() => table.getColumn("a")?.resetSize());
    expect(onResize.mock.calls).toEqual([
      ["b", 210],
      ["a", undefined],
    ]);
  });
});

describe("rows", () => {
  const rows: readonly Row[] = [{ id: "1" }, { id: "2" }, { name: "without key" }];
  const far: Row = { id: "far" };
  const chosen = (onSelect: NonNullable<TableModelOptions["onSelect"]>, more: Partial<TableModelOptions> = {}) =>
    modelOf({ columns, rows, selection: "multiple", selected: new Map([["far", far]]), onSelect, ...more });

  test("a mark adds to what other pages have; a row without a key cannot be chosen", () => {
    const onSelect = vi.fn();
    const { table } = chosen(onSelect);
    const [first, , keyless] = table.getRowModel().rows;
    act(() => first?.toggleSelected());
    expect(onSelect).toHaveBeenLastCalledWith(new Set(["far", "1"]));
    expect(keyless?.getCanSelect()).toBe(false);
    act(() => table.toggleAllRowsSelected());
    expect(onSelect).toHaveBeenLastCalledWith(new Set(["far", "1", "2"]));
  });

  test("all marked again are none of this page", () => {
    const onSelect = vi.fn();
    const selected = new Map([far, ...rows.slice(0, 2)].map((row) => [String(row.id), row]));
    const { table } = chosen(onSelect, { selected });
    expect(table.getIsAllRowsSelected()).toBe(true);
    act(() => table.toggleAllRowsSelected());
    expect(onSelect).toHaveBeenLastCalledWith(new Set(["far"]));
  });

  test("where one is chosen, the next takes its place", () => {
    const onSelect = vi.fn();
    const { table } = chosen(onSelect, { selection: "single", selected: new Map([["1", { id: "1" }]]) });
    act(() => table.getRowModel().rows[1]?.toggleSelected());
    expect(onSelect).toHaveBeenLastCalledWith(new Set(["2"]));
  });

  test("a head sorts upwards, downwards, and then as the list opens", () => {
    const onSort = vi.fn();
    const press = (sort?: TableModelOptions["sort"]) => {
      const { table } = modelOf({ columns, onSort, ...(sort ? { sort } : {}) });
      act(() => table.getColumn("a")?.toggleSorting());
    };
    press();
    press({ field: "a", order: "asc" });
    press({ field: "a", order: "desc" });
    expect(onSort.mock.calls).toEqual([[{ field: "a", order: "asc" }], [{ field: "a", order: "desc" }], [undefined]]);
  });
});
