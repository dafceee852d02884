import { Fragment, memo } from "react";
import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { words } from "../../runtime/format/words.ts";
import type { SortKey } from "../../runtime/model/resolved-model.ts";
import { messages } from "../messages.ts";
import { ResizeHandle } from "../table/ResizeHandle.tsx";
import { type DrawnColumns, type GridLayout, placeAmongAll } from "./grid-layout.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridHeadProps {
  readonly parts: GridParts;
  readonly drawn: DrawnColumns;
  readonly template: string;
  readonly layout: GridLayout;
  readonly chosen: "none" | "some" | "all";
  readonly sort: SortKey | undefined;
  readonly onResize: ((name: string, width: number | undefined) => void) | undefined;
}

/** A tip that depends on the row stands in its cells. */
const headTitle = ({ title, tip }: GridColumnPlan): string =>
  tip === undefined || tip.includes("{{") ? title : `${title}${words.colon}${tip}`;

/** The head row: its checkbox chooses every row, a press on a title sorts. Rows that are moved by hand are not sorted. */
export const GridHead = memo(function GridHead({
  parts,
  drawn,
  template,
  layout,
  chosen,
  sort,
  onResize,
}: GridHeadProps) {
  const { model, selection, dragSort, rowNumber } = parts;
  return (
    <div role="row" aria-rowindex={1} className="sc-grid-head" style={{ gridTemplateColumns: template }}>
      {selection !== "none" || dragSort ? (
        <div role="columnheader" className="sc-gh sc-gc-lead sc-gc-pin" style={{ left: 0 }}>
          {selection === "multiple" ? (
            <input
              type="checkbox"
              className="sc-check"
              tabIndex={-1}
              aria-label={model.order.pageSize === undefined ? gridMessages.selectAll : messages.list.selectAll}
              checked={chosen === "all"}
              ref={(input) => {
                if (input) input.indeterminate = chosen === "some";
              }}
              onChange={() => model.toggleAll()}
            />
          ) : null}
        </div>
      ) : null}
      {rowNumber ? (
        <div
          role="columnheader"
          className="sc-gh sc-gc-index sc-num sc-gc-pin"
          style={{ left: layout.lead.length > 1 ? layout.lead[0] : 0 }}
        >
          {messages.list.rowNumber}
        </div>
      ) : null}
      {drawn.columns.map((column, at) => {
        const left = layout.pinned.get(column.name);
        const star =
          column.required && !column.readOnly ? (
            <span className="sc-grid-star" aria-hidden="true">
              *
            </span>
          ) : null;
        const pin = left === undefined ? "" : " sc-gc-pin";
        return (
          <Fragment key={column.name}>
            {at === drawn.gapAt && drawn.gapBefore > 0 ? <span /> : null}
            <div
              role="columnheader"
              aria-colindex={placeAmongAll(drawn, at) + 1}
              className={`sc-gh sc-${column.align}${pin}`}
              style={left === undefined ? undefined : { left }}
              title={headTitle(column)}
              aria-sort={sort?.field === column.name ? (sort.order === "asc" ? "ascending" : "descending") : undefined}
            >
              {dragSort ? (
                <>
                  <span className="sc-cut">{column.title}</span>
                  {star}
                </>
              ) : (
                <button
                  type="button"
                  className="sc-grid-sort sc-line sc-tight"
                  onClick={() => model.sortBy(column.name)}
                >
                  <span className="sc-cut">{column.title}</span>
                  {star}
                </button>
              )}
              {onResize ? <ResizeHandle onResize={(width) => onResize(column.name, width)} /> : null}
            </div>
          </Fragment>
        );
      })}
    </div>
  );
});
