import { Fragment, memo } from "react";
import { messages } from "../messages.ts";
import { type DrawnColumns, type GridLayout, placeAmongAll } from "./grid-layout.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridHeadProps {
  readonly parts: GridParts;
  readonly drawn: DrawnColumns;
  readonly template: string;
  readonly layout: GridLayout;
  /** Grows with every change of the model: rows may have been chosen. */
  readonly version: number;
}

/** The head row; its checkbox chooses every row. */
export const GridHead = memo(function GridHead({ parts, drawn, template, layout }: GridHeadProps) {
  const { model, selection, dragSort, rowNumber } = parts;
  const count = model.selected.size;
  const isAll = count > 0 && count === model.store.size;
  return (
    <div role="row" aria-rowindex={1} className="sc-grid-head" style={{ gridTemplateColumns: template }}>
      {selection !== "none" || dragSort ? (
        <div role="columnheader" className="sc-gh sc-gc-lead sc-gc-pin" style={{ left: 0 }}>
          {selection === "multiple" ? (
            <input
              type="checkbox"
              className="sc-check"
              tabIndex={-1}
              aria-label={messages.grid.selectAll}
              checked={isAll}
              ref={(input) => {
                if (input) input.indeterminate = count > 0 && !isAll;
              }}
              onChange={() => model.toggleAll()}
            />
          ) : null}
        </div>
      ) : null}
      {rowNumber ? (
        <div
          role="columnheader"
          className="sc-gh sc-gc-index sc-gc-pin"
          style={{ left: layout.lead.length > 1 ? layout.lead[0] : 0 }}
        >
          {messages.list.rowNumber}
        </div>
      ) : null}
      {drawn.columns.map((column, at) => {
        const left = layout.pinned.get(column.name);
        const pin = left === undefined ? "" : " sc-gc-pin";
        return (
          <Fragment key={column.name}>
            {at === drawn.gapAt && drawn.gapBefore > 0 ? <span /> : null}
            <div
              role="columnheader"
              aria-colindex={placeAmongAll(drawn, at) + 1}
              className={`sc-gh sc-${column.align}${pin}`}
              style={left === undefined ? undefined : { left }}
              title={column.title}
            >
              <span className="sc-cut">{column.title}</span>
              {column.required && !column.readOnly ? (
                <span className="sc-grid-star" aria-hidden="true">
                  *
                </span>
              ) : null}
            </div>
          </Fragment>
        );
      })}
    </div>
  );
});
