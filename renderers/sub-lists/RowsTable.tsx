import { type ReactNode, useMemo } from "react";
import type { SubTablePlan } from "../../runtime/compile/view-plan.ts";
import type { Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { maySee } from "../../runtime/react/field-rights.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { CellContext } from "../cells/cell-props.ts";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import { DataTable } from "../table/DataTable.tsx";
import { pageSum } from "../table/TableFoot.tsx";
import { useTableModel } from "../table/table-model.ts";
import { ReadCards } from "./ReadCards.tsx";

interface RowsTableProps {
  readonly table: SubTablePlan;
  readonly services: ConsoleServices;
  readonly rows: readonly Row[];
  readonly context: CellContext;
  readonly dictVersion: number;
  readonly loading: boolean;
  /** Shown in place of rows. */
  readonly empty: ReactNode;
}

/** The one table for rows that belong to a record and are only read: all there at once, in their own order. Cards on a phone. */
export function RowsTable({ table, services, rows, context, dictVersion, loading, empty }: RowsTableProps) {
  const columns = useMemo(
    () =>
      table.columns
        .filter((column) => maySee(services, table, column.field))
        .map((column) => ({ ...column, sortable: false })),
    [table, services],
  );
  const model = useTableModel({ columns, rows });
  // All rows are there, so their sums are those of the whole.
  const sums = useMemo(
    () => Object.fromEntries(columns.map(({ name }) => [name, pageSum(rows, name)])),
    [columns, rows],
  );
  const isPhone = useMedia(mobileQuery);
  if (isPhone) return <ReadCards label={table.title} {...{ columns, rows, context, loading, empty }} />;
  return (
    <DataTable
      label={table.title}
      model={model}
      context={context}
      dictVersion={dictVersion}
      density="small"
      height={table.height}
      selection="none"
      sort={noSort}
      firstNumber={1}
      actionsWidth={undefined}
      inline={0}
      totals={noNames}
      queryTotals={sums}
      loading={loading}
      expectedRows={3}
      empty={empty}
      rowTone={noTone}
      rowActions={noButtons}
      onPress={nothing}
    />
  );
}

const noNames: readonly string[] = [];
const noSort: SortKey = { field: "", order: "asc" };
const noTone = () => "";
const noButtons = () => [];
const nothing = () => undefined;
