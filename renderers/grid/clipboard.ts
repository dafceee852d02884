import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty } from "../../runtime/record/normalise.ts";
import { cellsInRange } from "./grid-blocks.ts";
import type { GridModel } from "./grid-model.ts";
import type { CellPlace, CellWrite } from "./grid-types.ts";

/** Values beside the words, for a paste inside the console: words of a picked row cannot be read back. */
export const blockType = "application/x-schema-console-block+json";

export type Block = readonly (readonly BlockCell[])[];
export interface BlockCell {
  readonly value: unknown;
  readonly text: string;
}

/** The chosen block with its words. */
export function readBlock(model: GridModel, textOf: (column: GridColumnPlan, row: Row) => string): Block {
  const range = model.range();
  if (!range) return [];
  const { store, columns } = model;
  return model.order.ids.slice(range.top, range.bottom + 1).map((id) => {
    const row = store.row(id) ?? {};
    return columns.slice(range.left, range.right + 1).map((column) => ({
      value: row[column.name] ?? null,
      text: isEmpty(row[column.name]) ? "" : textOf(column, row),
    }));
  });
}

/** What a pasted cell becomes in its column. */
export type ReadCell = Pick<CellWrite, "value" | "text" | "misfit">;

export interface PasteResult {
  readonly changed: readonly CellPlace[];
  /** Rows that found no room. */
  readonly dropped: number;
  /** Cells of the block that came to lie on closed cells or beyond the last column. */
  readonly skipped: number;
}

/**
 * Puts a block in from the upper left corner of the chosen one, as one step. Closed cells keep their value; rows
 * beyond the end are added while there is room; one copied cell fills the whole chosen block.
 *
 * @param read what a cell of the block becomes in the column where it lands
 */
export function pasteBlock<Cell>(
  model: GridModel,
  block: readonly (readonly Cell[])[],
  read: (column: GridColumnPlan, cell: Cell) => ReadCell,
): PasteResult {
  const range = model.range();
  const first = block[0]?.[0];
  if (!range || first === undefined) return { changed: [], dropped: 0, skipped: 0 };
  const isOne = block.length === 1 && block[0]?.length === 1;
  if (isOne) {
    const cells = cellsInRange(model).flatMap(({ id, key }) => {
      const column = model.columns[model.columnAt(key)];
      return column ? [{ id, key, ...read(column, first) }] : [];
    });
    const changed = model.put(cells);
    return { changed, dropped: 0, skipped: cells.length - changed.length };
  }
  return model.write(() => {
    const known = model.order.ids.slice(range.top, range.top + block.length);
    const added = model.addRows(Array.from({ length: block.length - known.length }, () => ({})));
    const ids = [...known, ...added];
    const columns = model.columns.slice(range.left);
    const cells = ids.flatMap((id, offset) =>
      (block[offset] ?? []).flatMap((cell, across) => {
        const column = columns[across];
        return column ? [{ id, key: column.name, ...read(column, cell) }] : [];
      }),
    );
    const changed = model.put(cells);
    const landing = block.slice(0, ids.length).reduce((count, cells) => count + cells.length, 0);
    return { changed, dropped: block.length - ids.length, skipped: landing - changed.length };
  });
}
