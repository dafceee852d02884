import { CellView } from "../../cells/CellView.tsx";
import { cellClass } from "../../table/TableRow.tsx";
import type { PanelProps } from "../panel-props.ts";

/** A few rows to read. */
export function TablePanel({ plan, rows, context }: PanelProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="sc-panel-rows" tabIndex={0} aria-label={plan.title}>
      <table>
        <thead>
          <tr>
            {plan.columns.map((column) => (
              <th key={column.name} scope="col" className={cellClass(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={String(row.id ?? index)}>
              {plan.columns.map((column) => (
                <td key={column.name} className={cellClass(column)}>
                  <CellView subject={column} plan={column.cell} row={row} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
