import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { numberOf } from "../../runtime/expr/decimal.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { isEmpty, normaliseValue } from "../../runtime/record/normalise.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import type { GridModel } from "./grid-model.ts";
import type { CellPlace } from "./grid-types.ts";

/** Values beside the words, for a paste inside the console: words of a picked row cannot be read back. */
export const blockType = "application/x-schema-console-block+json";

export type Block = readonly (readonly BlockCell[])[];
export interface BlockCell {
  readonly value: unknown;
  readonly text: string;
}

/**
 * Cells as a spreadsheet puts them on the clipboard: tabs between cells, one line per row, quotes around cells with
 * tabs, quotes or line breaks.
 *
 * @example parseTsv('a\t"b ""c"""\n1\t2\n') // [["a", 'b "c"'], ["1", "2"]]
 */
export function parseTsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === "") isQuoted = true;
    else if (char === "\t") {
      row.push(cell);
      cell = "";
    } else if (char === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += char;
  }
  rows.push([...row, cell]);
  return rows;
}

export function printTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (text: string) => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join("\t")).join("\n");
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

export interface PasteResult {
  readonly changed: readonly CellPlace[];
  /** Rows that found no room. */
  readonly dropped: number;
}

/**
 * Puts a block in from the upper left corner of the chosen one, as one step. Closed cells keep their value; rows
 * beyond the end are added while there is room; one copied cell fills the whole chosen block.
 *
 * @param wordsToValue reads words that a person copied elsewhere; undefined = cannot be read, the cell is left alone
 */
export function pasteBlock(
  model: GridModel,
  block: readonly (readonly (string | BlockCell)[])[],
  wordsToValue: (column: GridColumnPlan, text: string) => unknown,
): PasteResult {
  const range = model.range();
  const first = block[0]?.[0];
  if (!range || first === undefined) return { changed: [], dropped: 0 };
  const isOne = block.length === 1 && block[0]?.length === 1;
  const source = isOne
    ? Array.from({ length: range.bottom - range.top + 1 }, () =>
        Array.from({ length: range.right - range.left + 1 }, () => first),
      )
    : block;
  const { store, columns } = model;
  const changed: CellPlace[] = [];
  let dropped = 0;
  const start = model.active;
  const shown = model.order.ids;
  model.write(() => {
    source.forEach((cells, offset) => {
      const id = shown[range.top + offset] ?? model.addRow();
      if (id === undefined) {
        dropped += 1;
        return;
      }
      const values: Record<string, unknown> = {};
      cells.forEach((cell, across) => {
        const column = columns[range.left + across];
        if (!column || !model.isEditable(id, column.name)) return;
        const value = typeof cell === "string" ? wordsToValue(column, cell) : cell.value;
        if (value === undefined) return;
        values[column.name] = value;
        if (column.dict?.kind === "model")
          values[`${column.name}_dictText`] = typeof cell === "string" ? null : cell.text;
        changed.push({ id, key: column.name });
      });
      store.patch(id, values);
    });
  });
  if (start) model.activate(start);
  return { changed, dropped };
}

/** A typed or copied text as the wire value of a column. What does not fit is kept, so that the rules can say so. */
export function readText(column: GridColumnPlan, text: string, options: readonly DictOption[]): unknown {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "—") return null;
  if (column.dict?.kind === "model") return undefined;
  if (column.dict) {
    return options.find((option) => option.text === trimmed || option.value === trimmed)?.value;
  }
  if (["integer", "number", "money", "percent"].includes(column.field.type)) {
    return numberOf(trimmed.replace(/[,，¥￥%\s]/g, "")) ?? trimmed;
  }
  return normaliseValue(column.field, trimmed).value;
}
