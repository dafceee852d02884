import type { ColumnPlan } from "../../../runtime/compile/plan.ts";
import { registeredRenderer } from "../../../runtime/registry/registry.ts";
import type { Cell } from "../../../runtime/schema/types.gen.ts";
import { CellView } from "../../cells/CellView.tsx";
import { textOfCell } from "../../cells/cell-text.ts";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { cellClass } from "../../table/TableRow.tsx";
import type { PanelProps } from "../panel-props.ts";

/** A few rows to read; the first value of each is pressed where the document says what follows. */
export function TablePanel({ plan, rows, context, onPick }: PanelProps) {
  const isPhone = useMedia(mobileQuery);
  const share = `${100 / Math.max(1, plan.columns.filter(yields).length)}%`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="sc-panel-rows" tabIndex={0} aria-label={plan.title}>
      <table className="sc-plain-table">
        <colgroup>
          {plan.columns.map((column) => (
            <col key={column.name} style={yields(column) ? { width: share } : undefined} />
          ))}
        </colgroup>
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
              {plan.columns.map((column, place) => (
                <td
                  key={column.name}
                  className={`${cellClass(column) ?? ""}${yields(column) ? " sc-yields sc-cut" : ""}`}
                  data-side={place > 0 && standsAtEnd(column) ? "end" : undefined}
                  title={
                    yields(column) && column.cell.kind === "cell"
                      ? textOfCell(column, column.cell, row, context)
                      : undefined
                  }
                >
                  {/* Heads are out of sight there; the first value and a state speak for themselves. */}
                  {isPhone && place > 0 && !isMark(column) ? <span className="sc-hint">{column.title} </span> : null}
                  {place === 0 && onPick ? (
                    <button type="button" className="sc-link" onClick={() => onPick(row)}>
                      <CellView subject={column} plan={column.cell} row={row} context={context} />
                    </button>
                  ) : (
                    <CellView subject={column} plan={column.cell} row={row} context={context} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names may be cut where room is short: of free text, and of the records that a column points to. */
function yields({ grows, dict }: ColumnPlan): boolean {
  return grows || dict?.kind === "model";
}

const marks: ReadonlySet<Cell["type"]> = new Set(["dict-tag", "tags", "switch", "progress"]);

const isMark = ({ cell }: ColumnPlan) => cell.kind === "cell" && marks.has(cell.type);

/** Figures and states stand at the right where the columns become one entry. */
function standsAtEnd({ align, cell }: ColumnPlan): boolean {
  return (
    align === "right" ||
    (cell.kind === "cell" && (registeredRenderer("cell", cell.type)?.digits || marks.has(cell.type)))
  );
}
