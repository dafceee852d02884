import { useLayoutEffect, useMemo } from "react";
import { arrangeColumns } from "../table/arrange-columns.ts";
import { type Density, orderColumns } from "../table/table-layout.ts";
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
  const shown = useMemo(() => {
    if (!settings) return undefined;
    const columns = arrangeColumns(model.allColumns, settings).filter(({ name }) => !settings.hidden.includes(name));
    return columns.length > 0 ? orderColumns(columns) : model.allColumns;
  }, [model, settings]);
  useLayoutEffect(() => {
    if (shown) model.arrange(shown);
  }, [model, shown]);
}
