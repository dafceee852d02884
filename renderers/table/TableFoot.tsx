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

/** The sums of the page below their columns; those of the whole query stand in the same line, after them. */
export function TableFoot({ columns, layout, rows, totals, queryTotals, hasActions }: TableFootProps) {
  const names = new Set(
    columns.filter((column) => totals.includes(column.name) || column.summary === "sum").map((column) => column.name),
  );
  if (names.size === 0) return null;
  const labelAt = columns.findIndex((column) => !names.has(column.name));
  const lastAt = columns.findLastIndex((column) => names.has(column.name));
  const tail = columns.length - 1 - lastAt;
  const sums = queryTotals ? <QueryTotals columns={columns} names={names} totals={queryTotals} /> : null;
  return (
    <tfoot>
      <tr>
        {layout.lead.map((width, index) => (
          <td key={width} className="sc-pin" style={{ left: index === 0 ? 0 : layout.lead[0] }} />
        ))}
        {columns.slice(0, lastAt + 1).map((column, index) => (
          <td key={column.name} className={cellClass(column)} style={layout.pinned.get(column.name)}>
            {names.has(column.name)
              ? formatNumber(pageSum(rows, column.name), column.field.scale)
              : index === labelAt
                ? messages.list.pageTotal
                : null}
          </td>
        ))}
        {tail > 0 ? <td colSpan={tail}>{sums}</td> : null}
        {hasActions ? <td className="sc-pin sc-pin-right" style={{ right: 0 }} /> : null}
      </tr>
      {tail === 0 && sums ? (
        <tr>
          <td colSpan={layout.lead.length + columns.length + (hasActions ? 1 : 0)}>{sums}</td>
        </tr>
      ) : null}
    </tfoot>
  );
}

interface QueryTotalsProps {
  readonly columns: readonly ColumnPlan[];
  readonly names: ReadonlySet<string>;
  readonly totals: Row;
}

/** 筛选结果合计: each sum with its title when there are several. */
function QueryTotals({ columns, names, totals }: QueryTotalsProps) {
  const summed = columns.filter((column) => names.has(column.name) && totals[column.name] !== undefined);
  return (
    <span className="sc-query-totals">
      {messages.list.queryTotal}
      {summed.map((column) => (
        <span key={column.name}>
          {summed.length > 1 ? `${column.title} ` : ""}
          <b>
            {column.field.type === "money" ? "¥" : ""}
            {formatNumber(totals[column.name], column.field.scale)}
          </b>
        </span>
      ))}
    </span>
  );
}

/** Adds in units of the last decimal, so that cents never drift. */
export function pageSum(rows: readonly Row[], name: string): number {
  const units = rows.reduce((sum, row) => sum + Math.round((Number(row[name]) || 0) * 1_000_000), 0);
  return units / 1_000_000;
}
