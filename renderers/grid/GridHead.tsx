import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import { messages } from "../messages.ts";
import type { GridLayout } from "./grid-layout.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridHeadProps {
  readonly parts: GridParts;
  readonly columns: readonly GridColumnPlan[];
  readonly firstColumn: number;
  readonly hasGapBefore: boolean;
  readonly template: string;
  readonly layout: GridLayout;
}

/** The head row; its checkbox chooses every row. */
export function GridHead({ parts, columns, firstColumn, hasGapBefore, template, layout }: GridHeadProps) {
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
      {hasGapBefore ? <span /> : null}
      {columns.map((column, at) => {
        const left = layout.pinned.get(column.name);
        const pin = left === undefined ? "" : " sc-gc-pin";
        return (
          <div
            key={column.name}
            role="columnheader"
            aria-colindex={firstColumn + at + 1}
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
        );
      })}
    </div>
  );
}
