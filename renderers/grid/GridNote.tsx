import { memo } from "react";
import { numberOf } from "../../runtime/expr/decimal.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import { useModelVersion } from "./GridToolbar.tsx";
import { type BlockSums, gridMessages } from "./grid-messages.ts";
import type { GridModel } from "./grid-model.ts";
import type { GridParts } from "./grid-parts.ts";

/** Cells of a block that are still added up while it is drawn. */
const mostAdded = 50_000;

interface GridNoteProps {
  readonly parts: GridParts;
  /** The pager says which rows these are. */
  readonly hasPager: boolean;
}

/** Below the table: what the chosen block adds up to, else which keys there are. */
export const GridNote = memo(function GridNote({ parts, hasPager }: GridNoteProps) {
  useModelVersion(parts);
  const { model } = parts;
  const block = blockOf(model);
  return (
    <div className="sc-grid-keys sc-line sc-ends sc-hint sc-over sc-unprinted">
      <span role="status">{block === undefined ? gridMessages.keys : gridMessages.block(block)}</span>
      {hasPager || model.store.size === 0 ? null : (
        <span className="sc-num">{gridMessages.shown(model.store.size)}</span>
      )}
    </div>
  );
});

/** @returns undefined while one cell or none is chosen */
export function blockOf(model: GridModel): BlockSums | undefined {
  const range = model.range();
  if (!range) return undefined;
  const cells = (range.bottom - range.top + 1) * (range.right - range.left + 1);
  if (cells === 1) return undefined;
  if (cells > mostAdded) return { filled: cells, cells };
  const columns = model.columns.slice(range.left, range.right + 1);
  const places = columns.filter(({ field }) => isNumeric(field)).map(({ field }) => field.scale ?? 0);
  const numbers: number[] = [];
  let filled = 0;
  for (const id of model.order.ids.slice(range.top, range.bottom + 1)) {
    const row = model.store.row(id) ?? {};
    for (const { name, field } of columns) {
      if (isBlank(row[name])) continue;
      filled += 1;
      const number = isNumeric(field) ? numberOf(row[name]) : null;
      if (number !== null) numbers.push(number);
    }
  }
  if (numbers.length === 0) return { filled, cells };
  const sum = numbers.reduce((total, number) => total + number, 0);
  const scale = Math.max(...places);
  return { filled, cells, sum: formatNumber(sum, scale), average: formatNumber(sum / numbers.length, scale || 2) };
}
