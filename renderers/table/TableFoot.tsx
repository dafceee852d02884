import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { cellClass } from "./TableRow.tsx";
import type { TableLayout } from "./table-layout.ts";

interface TableFootProps {
  readonly columns: readonly ColumnPlan[];
  readonly layout: TableLayout;
  readonly rows: readonly Row[];
  /** Names of the fields that are summed. */
  readonly totals: readonly string[];
  /** Sums over the whole query, as the server answered them. */
  readonly queryTotals: Row | undefined;
  readonly hasActions: boolean;
}

/** The sums of the page below their columns; the sums of the whole query in a line under them. */
export function TableFoot({ columns, layout, rows, totals, queryTotals, hasActions }: TableFootProps) {
  const summed = columns.filter((column) => totals.includes(column.name) || column.summary === "sum");
  if (summed.length === 0) return null;
  const names = new Set(summed.map((column) => column.name));
  const labelAt = columns.findIndex((column) => !names.has(column.name));
  return (
    <tfoot>
      <FootRow
        {...{ columns, layout, hasActions, labelAt, names }}
        label={messages.list.pageTotal}
        sumOf={(name) => pageSum(rows, name)}
      />
      {queryTotals ? (
        <FootRow
          {...{ columns, layout, hasActions, labelAt, names }}
          label={messages.list.queryTotal}
          sumOf={(name) => queryTotals[name]}
        />
      ) : null}
    </tfoot>
  );
}

interface FootRowProps {
  readonly columns: readonly ColumnPlan[];
  readonly layout: TableLayout;
  readonly hasActions: boolean;
  readonly labelAt: number;
  readonly names: ReadonlySet<string>;
  readonly label: string;
  sumOf(name: string): unknown;
}

function FootRow({ columns, layout, hasActions, labelAt, names, label, sumOf }: FootRowProps) {
  return (
    <tr>
      {layout.lead.map((width) => (
        <td key={width} className="sc-pin" style={{ left: 0 }} />
      ))}
      {columns.map((column, index) => (
        <td key={column.name} className={cellClass(column)} style={layout.pinned.get(column.name)}>
          {names.has(column.name) ? sumText(column, sumOf(column.name)) : index === labelAt ? label : null}
        </td>
      ))}
      {hasActions ? <td className="sc-pin sc-pin-right" style={{ right: 0 }} /> : null}
    </tr>
  );
}

function sumText(column: ColumnPlan, value: unknown): string {
  return value === undefined || value === null ? messages.dash : formatNumber(value, column.field.scale);
}

/** Adds in units of the last decimal, so that cents never drift. */
export function pageSum(rows: readonly Row[], name: string): number {
  const units = rows.reduce((sum, row) => sum + Math.round((Number(row[name]) || 0) * 1_000_000), 0);
  return units / 1_000_000;
}
