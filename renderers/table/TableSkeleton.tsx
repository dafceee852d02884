import type { ColumnPlan } from "../../runtime/compile/plan.ts";

interface TableSkeletonProps {
  readonly columns: readonly ColumnPlan[];
  readonly lead: number;
  readonly hasActions: boolean;
  readonly rows: number;
}

/** Bars where the rows will stand, at their real height; appears only after 200 ms and fades downwards. */
export function TableSkeleton({ columns, lead, hasActions, rows }: TableSkeletonProps) {
  return Array.from({ length: rows }, (_, index) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
      key={index}
      className="sc-tr sc-skeleton sc-bones"
      style={{ opacity: Math.max(0.2, 1 - index / rows) }}
    >
      {Array.from({ length: lead }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <td key={at} className="sc-td-check">
          <i style={{ width: 16 }} />
        </td>
      ))}
      {columns.map((column, at) => (
        <td key={column.name} className={column.align === "right" ? "sc-right" : undefined}>
          <i style={{ width: `${barShare(index, at)}%` }} />
        </td>
      ))}
      {hasActions ? (
        <td>
          <i style={{ width: "70%" }} />
        </td>
      ) : null}
    </tr>
  ));
}

/** Texts differ in length; the same place always gets the same bar. */
function barShare(row: number, column: number): number {
  return 45 + ((row * 7 + column * 13) % 40);
}
