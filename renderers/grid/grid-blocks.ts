import { isBlank } from "../../runtime/format/cell-text.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { fillValues } from "./fill-values.ts";
import type { GridModel } from "./grid-model.ts";
import type { CellPlace, CellRange, CellWrite } from "./grid-types.ts";

/** The cells of the block, row by row. */
export function cellsInRange(model: GridModel): readonly CellPlace[] {
  const range = model.range();
  if (!range) return [];
  const keys = model.columns.slice(range.left, range.right + 1).map(({ name }) => name);
  return model.order.ids.slice(range.top, range.bottom + 1).flatMap((id) => keys.map((key) => ({ id, key })));
}

/** Empties every open cell of the block. */
export function clearRange(model: GridModel): void {
  model.put(cellsInRange(model).map((place) => ({ ...place, value: null })));
}

/** The rows of the block get the values of its first one; a block of one row those of the row above it. */
export function fillDown(model: GridModel): void {
  const range = model.range();
  if (!range) return;
  const from = range.top === range.bottom ? range.top - 1 : range.top;
  const source = model.store.row(model.order.ids[from] ?? "");
  if (!source) return;
  const filled = cellsInRange(model).filter(({ id }) => model.order.indexOf(id) > from);
  model.put(filled.map((place) => ({ ...place, ...wordedValue(source, place.key) })));
}

/**
 * The rows down or up to a place take the values of a block: numbers in even steps go on, anything else repeats.
 *
 * @param to place of the last row to fill
 */
export function fillTo(model: GridModel, source: CellRange, to: number): void {
  const { store } = model;
  const all = model.order.ids;
  const isUp = to < source.top;
  const count = isUp ? source.top - to : to - source.bottom;
  if (count <= 0) return;
  const ids = all.slice(source.top, source.bottom + 1);
  const from = isUp ? ids.reverse() : ids;
  const writes = model.columns.slice(source.left, source.right + 1).flatMap(({ name, dict }) => {
    const values = from.map((id) => store.cell(id, name) ?? null);
    return fillValues(dict ? values.map(String) : values, count).map((cell, at): CellWrite => {
      const id = all[isUp ? source.top - 1 - at : source.bottom + 1 + at] ?? "";
      if ("number" in cell) return { id, key: name, value: cell.number };
      return { id, key: name, ...wordedValue(store.row(from[cell.from] ?? "") ?? {}, name) };
    });
  });
  model.put(writes);
  model.selectBlock({ ...source, top: Math.min(source.top, to), bottom: Math.max(source.bottom, to) });
}

/** Fills down as far as the column beside the block has values. */
export function fillToNeighbour(model: GridModel): void {
  const source = model.range();
  const beside = source && (model.columns[source.left - 1] ?? model.columns[source.right + 1]);
  if (!source || !beside) return;
  let to = source.bottom;
  while (!isBlank(model.store.cell(model.order.ids[to + 1] ?? "", beside.name))) to += 1;
  fillTo(model, source, to);
}

/** A cell of a row with its words, where it is a row of another model. */
export const wordedValue = (row: Row, key: string) => ({
  value: row[key] ?? null,
  text: wordsOf(row[`${key}_dictText`]),
});
const wordsOf = (words: unknown) => (typeof words === "string" || words === null ? words : undefined);
