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

/** Below each summed column the sum of the page and, smaller, the sum over the whole query. */
export function TableFoot({ columns, layout, rows, totals, queryTotals, hasActions }: TableFootProps) {
  const names = summedNames(columns, totals);
  if (names.size === 0) return null;
  const labelAt = columns.findIndex((column) => !names.has(column.name));
  return (
    <tfoot>
      <tr>
        {layout.lead.map((width, index) => (
          <td key={width} className="sc-pin" style={{ left: index === 0 ? 0 : layout.lead[0] }} />
        ))}
        {columns.map((column, index) => (
          <td key={column.name} className={cellClass(column)} style={layout.pinned.get(column.name)}>
            {names.has(column.name) ? (
              <TwoLines
                first={sumText(column, pageSum(rows, column.name))}
                second={queryTotals ? sumText(column, queryTotals[column.name]) : undefined}
              />
            ) : index === labelAt ? (
              <TwoLines first={messages.list.pageTotal} second={queryTotals ? messages.list.queryTotal : undefined} />
            ) : null}
          </td>
        ))}
        {hasActions ? <td className="sc-pin sc-pin-right" style={{ right: 0 }} /> : null}
      </tr>
    </tfoot>
  );
}

function TwoLines({ first, second }: { readonly first: string; readonly second: string | undefined }) {
  return (
    <>
      {first}
      {second === undefined ? null : <small>{second}</small>}
    </>
  );
}

/** Columns that have a sum below them. */
export function summedNames(columns: readonly ColumnPlan[], totals: readonly string[]): ReadonlySet<string> {
  const summed = columns.filter(({ name, summary }) => totals.includes(name) || summary === "sum");
  return new Set(summed.map(({ name }) => name));
}

function sumText(column: ColumnPlan, value: unknown): string {
  return value === undefined || value === null ? messages.dash : formatNumber(value, column.field.scale);
}

/** Adds in units of the last decimal, so that cents never drift. */
export function pageSum(rows: readonly Row[], name: string): number {
  const units = rows.reduce((sum, row) => sum + Math.round((Number(row[name]) || 0) * 1_000_000), 0);
  return units / 1_000_000;
}
