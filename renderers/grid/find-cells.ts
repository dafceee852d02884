import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { textOfCell } from "../cells/cell-text.ts";
import type { GridParts } from "./grid-parts.ts";
import { isToggle } from "./grid-parts.ts";
import type { CellPlace, CellWrite } from "./grid-types.ts";
import { type FoundRows, readPasted } from "./read-pasted.ts";

/** The shown cells whose words hold a text, in reading order; capital letters or not. */
export function findCells({ model, cells }: GridParts, wanted: string): readonly CellPlace[] {
  const text = wanted.toLowerCase();
  if (text === "") return [];
  return model.order.ids.flatMap((id) => {
    const row = model.store.row(id) ?? {};
    return model.columns.flatMap((column) => {
      if (isBlank(row[column.name])) return [];
      const words =
        column.cell.kind === "cell" ? textOfCell(column, column.cell, row, cells) : String(row[column.name]);
      return words.toLowerCase().includes(text) ? [{ id, key: column.name }] : [];
    });
  });
}

const none: FoundRows = new Map();

/**
 * What these cells hold when a text in them is replaced. Only what is typed can be replaced in part: words of lists, of
 * other rows and of files stand for something else.
 */
export function replaceInCells(
  { model }: GridParts,
  places: readonly CellPlace[],
  wanted: string,
  by: string,
): readonly CellWrite[] {
  const pattern = new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gi");
  return places.flatMap(({ id, key }) => {
    const column = model.columns[model.columnAt(key)];
    if (!column || !isTyped(column) || !model.isEditable(id, key)) return [];
    const before = String(model.store.cell(id, key) ?? "");
    const after = before.replace(pattern, () => by);
    return after === before ? [] : [{ id, key, ...readPasted(column, after, [], none) }];
  });
}

function isTyped(column: GridColumnPlan): boolean {
  return !column.dict && !isToggle(column) && column.editor.kind === "editor" && typed.has(column.editor.type);
}

const typed: ReadonlySet<string> = new Set(["input", "input-pop", "textarea", "number", "date", "datetime", "time"]);
