import { Fragment, memo, useEffect, useReducer } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { formatNumber } from "../../runtime/format/number.ts";
import { messages } from "../messages.ts";
import type { DrawnColumns, GridLayout } from "./grid-layout.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridFootProps {
  readonly parts: GridParts;
  readonly drawn: DrawnColumns;
  readonly template: string;
  readonly layout: GridLayout;
}

/** 合计 and 平均: always in sight below the rows, kept up to date by every write. */
export const GridFoot = memo(function GridFoot({ parts, drawn, template, layout }: GridFootProps) {
  const { store } = parts.model;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.onTotals(redraw), [store]);
  const kinds = (["sum", "average"] as const).filter((kind) =>
    parts.model.columns.some((column) => column.summary === kind),
  );
  if (kinds.length === 0) return null;
  return (
    <div className="sc-grid-foot sc-over">
      {kinds.map((kind) => (
        <div
          key={kind}
          role="row"
          aria-label={gridMessages[kind]}
          className={`sc-grid-total sc-grid-total-${kind}`}
          style={{ gridTemplateColumns: template }}
        >
          {layout.lead.length > 0 ? (
            <div
              role="rowheader"
              className="sc-gf sc-cut sc-gf-label"
              style={{ gridColumn: `span ${layout.lead.length}` }}
            >
              {gridMessages[kind]}
            </div>
          ) : null}
          {drawn.columns.map((column, at) => (
            <Fragment key={column.name}>
              {at === drawn.gapAt && drawn.gapBefore > 0 ? <span /> : null}
              <div role="gridcell" className="sc-gf sc-cut sc-num sc-right">
                {column.summary === kind ? totalText(store[kind](column.name), column) : null}
              </div>
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
});

export function totalText(total: number | null | undefined, column: GridColumnPlan): string {
  return total === null || total === undefined ? messages.dash : formatNumber(total, column.field.scale || undefined);
}
