import type { ReactNode } from "react";
import type { ColumnPlan } from "../../runtime/compile/plan.ts";
import { isBlank } from "../../runtime/format/cell-text.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { CellView } from "../cells/CellView.tsx";
import type { CellContext } from "../cells/cell-props.ts";
import { gridMessages } from "../grid/grid-messages.ts";
import { messages } from "../messages.ts";
import { pageSum } from "../table/TableFoot.tsx";
import "./read-cards.css";

interface ReadCardsProps {
  readonly label: string;
  readonly columns: readonly ColumnPlan[];
  readonly rows: readonly Row[];
  readonly context: CellContext;
  readonly loading: boolean;
  /** Shown in place of rows. */
  readonly empty: ReactNode;
}

/** Rows that are only read, on a phone: every value with its name, as no other place shows them. */
export function ReadCards({ label, columns, rows, context, loading, empty }: ReadCardsProps) {
  const [title, ...facts] = columns;
  const summed = columns.filter(({ summary }) => summary === "sum");
  if (rows.length === 0) return loading ? <p className="sc-nothing">{messages.states.loading}</p> : empty;
  const cell = (column: ColumnPlan, row: Row) => (
    <CellView subject={column} plan={column.cell} row={row} context={context} />
  );
  return (
    <ul className="sc-read-cards sc-ruled" aria-label={label} aria-busy={loading}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may come with one id, and none is moved
        <li key={index} className="sc-bar">
          {title ? <b>{cell(title, row)}</b> : null}
          <dl className="sc-pairs">
            {facts
              .filter(({ name }) => !isBlank(row[name]))
              .map((column) => (
                <div key={column.name} className={column.field.type === "datetime" ? "sc-read-cards-line" : undefined}>
                  <dt>{column.title}</dt>
                  <dd className="sc-num">{cell(column, row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
      {summed.length > 0 && rows.length > 1 ? (
        <li className="sc-bar sc-ground">
          <b>{gridMessages.sum}</b>
          <dl className="sc-pairs">
            {summed.map(({ name, title: head, field }) => (
              <div key={name}>
                <dt>{head}</dt>
                <dd className="sc-num">{formatNumber(pageSum(rows, name), field.scale)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ) : null}
    </ul>
  );
}
