import { describe, expect, test } from "vitest";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { arrangeColumns, type ColumnChoice, documentColumns, isArranged, readColumnChoice } from "./arrange-columns.ts";

const column = (name: string, more: Partial<ColumnPlan> = {}) =>
  ({ name, title: name, width: 100, grows: name === "b", fixed: undefined, ...more }) as ColumnPlan;
const columns = [column("a"), column("b"), column("c", { fixed: "left" })];
const names = (list: readonly ColumnPlan[]) => list.map(({ name }) => name);

describe("the columns of a person", () => {
  test("nothing is arranged until one is hidden, moved, widened or pinned", () => {
    const isChanged = (change: Partial<ColumnChoice>) => isArranged(columns, { ...documentColumns, ...change });
    expect(isChanged({})).toBe(false);
    const changes = [{ hidden: ["a"] }, { order: ["b", "a"] }, { widths: { a: 90 } }, { pins: { a: "left" as const } }];
    expect(changes.map(isChanged)).toEqual([true, true, true, true]);
    // Taken back: there is nothing to restore.
    const same = [{ hidden: ["gone"] }, { order: ["a", "b", "c"] }, { pins: { c: "left" as const } }];
    expect(same.map(isChanged)).toEqual([false, false, false]);
  });

  test("are the document's own while he chose nothing", () => {
    expect(arrangeColumns(columns, documentColumns)).toEqual(columns);
  });

  test("stand in his order; one that came with an update stands after its neighbour", () => {
    expect(names(arrangeColumns(columns, { ...documentColumns, order: ["c", "gone", "a"] }))).toEqual(["c", "a", "b"]);
  });

  test("a width that was dragged ends growing, and stays between 48 and 800", () => {
    const [, wide] = arrangeColumns(columns, { ...documentColumns, widths: { b: 5000 } });
    expect(wide).toMatchObject({ width: 800, grows: false });
    expect(arrangeColumns(columns, { ...documentColumns, widths: { a: 1 } })[0]?.width).toBe(48);
  });

  test("a pin can be set and taken away", () => {
    const pinned = arrangeColumns(columns, { ...documentColumns, pins: { a: "right", c: "none" } });
    expect(pinned.map(({ fixed }) => fixed)).toEqual(["right", undefined, undefined]);
  });

  test.each([null, "text", [], { order: "a", widths: { a: "12", b: null }, pins: { a: "up" }, hidden: [1, {}] }])(
    "%j in the store reads as no choice",
    (stored) => expect(readColumnChoice(stored)).toEqual(documentColumns),
  );
});
