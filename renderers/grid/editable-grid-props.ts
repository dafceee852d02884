import type { ReactNode } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import type { GridSettings } from "./GridTools.tsx";
import type { GridModel } from "./grid-model.ts";

export interface EditableGridProps {
  readonly model: GridModel;
  readonly title: string;
  /** The heading above already says what this is. */
  readonly hidesTitle?: boolean;
  readonly cells: CellContext;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
  /** Greatest height of the rows together, pixels. */
  readonly height: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly rowNumber: boolean;
  readonly selection: "none" | "single" | "multiple";
  readonly dragSort: boolean;
  /** Rows as cards of fields, at any width. */
  readonly asCards?: boolean;
  /** Every open cell looks like the control that it becomes when it is touched. */
  readonly alwaysEdit?: boolean;
  /** Rows that belong to one row, shown beside it; absent = none do. */
  readonly popover?: SubTablePlan | undefined;
  /** Sizes of pages that a person may choose; undefined = the table has no pages. */
  readonly pageSizes?: readonly number[] | undefined;
  /** How this person wants the table; absent = as it is, and nothing changes it. */
  readonly view?: GridSettings | undefined;
  /** Opens the import of a spreadsheet; absent = rows are not imported here. */
  readonly onImport?: (() => void) | undefined;
  readonly canExport?: boolean;
  /** Leads on where the table has no further wrong cell; absent = it begins again. */
  readonly onBeyond?: ((step: 1 | -1, table: Element | undefined) => void) | undefined;
  /** More buttons of the toolbar. */
  readonly extra?: ReactNode;
  /** Its last button. */
  readonly save?: ReactNode;
}
