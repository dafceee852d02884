import { useLayoutEffect } from "react";
import type { Density } from "../table/table-layout.ts";
import { useTableModel } from "../table/table-model.ts";
import type { TableSettings } from "../table/use-table-settings.ts";
import type { GridModel } from "./grid-model.ts";

/** Rows against those of the document; a control of 32 px still has room in the closest ones. */
const shares: Readonly<Record<Density, number>> = { large: 1.2, middle: 1, small: 2 / 3 };
const leastHeight = 36;

/** @returns pixels */
export function rowHeightOf(documentHeight: number, density: Density = "middle"): number {
  if (density === "middle") return documentHeight;
  return Math.max(leastHeight, Math.round(documentHeight * shares[density]));
}

/** Shows the columns of a table as its person arranged them; where nobody can, they stay as they are. */
export function useGridColumns(model: GridModel, settings: TableSettings | undefined): void {
  const { shown } = useTableModel({ columns: model.allColumns, choice: settings });
  useLayoutEffect(() => {
    if (settings) model.arrange(shown.length > 0 ? shown : model.allColumns);
  }, [model, settings, shown]);
}
