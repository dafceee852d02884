import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { pairOf } from "../../runtime/record/toggle.ts";
import type { CellContext } from "../cells/cell-props.ts";
import type { GridModel } from "./grid-model.ts";
import type { CellPlace } from "./grid-types.ts";

/** What rows, cells and editors of one table share. Keeps its identity while the table lives. */
export interface GridParts {
  /** Start of the ids of the table's elements. */
  readonly id: string;
  readonly model: GridModel;
  readonly cells: CellContext;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  readonly rowHeight: number;
  readonly rowNumber: boolean;
  readonly selection: "none" | "single" | "multiple";
  readonly dragSort: boolean;
  /** Every open cell looks like the control that it becomes when it is touched. */
  readonly alwaysEdit: boolean;
  /** Shows one row with all its fields; absent = there is no room for it. */
  showDetails?(id: string): void;
  /** Shows or hides what belongs to a row; absent = nothing does. */
  showBelow?(id: string): void;
  /** Opens the search of the table. */
  find(): void;
  /** Gives the focus back to the table when an editor closes. */
  focus(): void;
  /** The editor of the active cell was asked for and has not got the focus yet. */
  isOnItsWay(): boolean;
}

/** Columns whose value is turned by a press; they have no editor to open. */
export function isToggle(column: GridColumnPlan): boolean {
  if (column.editor.kind === "broken" || column.field.multiple) return false;
  return column.editor.type === "switch" || (column.editor.type === "checkbox" && !column.dict);
}

/** Wire values of such a column for yes and no. */
export function togglePair({ field, editor }: GridColumnPlan): ReturnType<typeof pairOf> {
  const props = editor.kind === "editor" ? editor.props : undefined;
  return pairOf(field, props && "values" in props ? props.values : undefined);
}

/** The cell that an element belongs to; undefined = none. */
export function placeOf(element: Element): (CellPlace & { readonly cell: HTMLElement }) | undefined {
  const cell = element.closest<HTMLElement>("[data-key]");
  const id = cell?.closest<HTMLElement>("[data-row]")?.dataset.row;
  const key = cell?.dataset.key;
  return cell && id !== undefined && key !== undefined ? { id, key, cell } : undefined;
}

export const cellId = (parts: GridParts, id: string, key: string): string => `${parts.id}-${id}-${key}`;
