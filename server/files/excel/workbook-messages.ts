import type { MergedRange } from "./merged-cells.ts";
import type { CellValue, SheetRow } from "./sheet.ts";

/** What the worker is asked to do; the buffers are transferred, not copied. */
export type WorkbookTask =
  | { readonly kind: "read"; readonly bytes: Uint8Array; readonly rowLimit: number; readonly columnLimit: number }
  | {
      readonly kind: "writeXls";
      readonly sheetName: string;
      readonly rows: readonly SheetRow[];
      readonly merged: readonly MergedRange[];
    };

export type WorkbookAnswer =
  | { readonly kind: "rows"; readonly rows: readonly (readonly CellValue[])[] }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly reason: WorkbookRefusal };

export type WorkbookRefusal = "unreadable" | "notSheet" | "empty" | "tooManyRows" | "tooManyColumns";
