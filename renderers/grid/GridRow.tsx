import HolderOutlined from "@ant-design/icons/HolderOutlined";
import { type CSSProperties, Fragment, memo, useCallback, useSyncExternalStore } from "react";
import { gridCell } from "./GridCell.tsx";
import { type DrawnColumns, type GridLayout, placeAmongAll } from "./grid-layout.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

interface GridRowProps {
  readonly parts: GridParts;
  readonly id: string;
  /** Place on the page. */
  readonly index: number;
  /** Rows before the page. */
  readonly start: number;
  readonly drawn: DrawnColumns;
  readonly template: string;
  readonly layout: GridLayout;
  /** Grows when dictionaries arrive. */
  readonly dictVersion: number;
  readonly dropMark: "above" | "below" | undefined;
}

/** One row at its place. It hears of its own changes only; scrolling leaves it alone. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { parts, id, index, drawn, layout } = props;
  const { model } = parts;
  useSyncExternalStore(
    useCallback((listener: () => void) => model.onRow(id, listener), [model, id]),
    () => model.rowVersion(id),
  );
  const row = model.store.row(id);
  const { tree } = model;
  const style = {
    gridTemplateColumns: props.template,
    height: parts.rowHeight,
    transform: `translateY(${index * parts.rowHeight}px)`,
  };
  if (!row && tree?.isPlaceholder(id)) return <LoadingRow style={style} />;
  if (!row) return null;
  const no = props.start + index + 1;
  // Rules ask by the row's own place, which is the shown one unless the table is sorted.
  const place = model.order.sort ? undefined : no - 1;
  const isSelected = model.selected.has(id);
  const active = model.active?.id === id ? model.active : undefined;
  const corner = model.isLocked ? undefined : model.corner;
  const branch = tree?.state(id);
  const names = ["sc-gr", isSelected ? "sc-gr-selected" : "", active?.isEditing ? "sc-gr-open" : ""];
  if (props.dropMark) names.push(`sc-gr-drop-${props.dropMark}`);
  return (
    <div
      role="row"
      className={names.filter(Boolean).join(" ")}
      data-row={id}
      aria-rowindex={no + 1}
      aria-selected={isSelected || undefined}
      aria-level={tree ? tree.depth(id) + 1 : undefined}
      aria-expanded={branch === "open" || branch === "closed" ? branch === "open" : undefined}
      style={style}
    >
      {parts.selection !== "none" || parts.dragSort ? (
        <div role="gridcell" className="sc-gc sc-gc-lead sc-gc-pin" style={{ left: 0 }}>
          {parts.dragSort ? (
            <span className="sc-grid-handle" data-handle title={gridMessages.drag}>
              <HolderOutlined aria-hidden="true" />
            </span>
          ) : null}
          {parts.selection === "none" ? null : (
            <input
              type={parts.selection === "single" ? "radio" : "checkbox"}
              className="sc-check"
              tabIndex={-1}
              checked={isSelected}
              aria-label={gridMessages.select(no)}
              onChange={() => model.toggleRow(id, parts.selection === "single")}
              // A chosen radio button that is pressed again has not changed, and is given up all the same.
              onClick={() => {
                if (isSelected && parts.selection === "single") model.toggleRow(id, true);
              }}
            />
          )}
        </div>
      ) : null}
      {parts.rowNumber ? (
        <div role="rowheader" className="sc-gc sc-gc-index sc-num sc-gc-pin" style={{ left: numberLeft(layout) }}>
          {parts.showBelow && !model.store.isInserted(id) ? (
            <button type="button" tabIndex={-1} className="sc-action sc-num" aria-haspopup="dialog">
              {no}
            </button>
          ) : (
            no
          )}
        </div>
      ) : null}
      {drawn.columns.map((column, at) => {
        const state = model.cellState(id, column, place);
        const cell = gridCell({
          parts,
          id,
          row,
          column,
          columnIndex: placeAmongAll(drawn, at),
          isClosed: state.disabled || !state.visible,
          isShown: state.visible,
          error: model.findings.error(id, column.name),
          note: model.findings.noteOf(id, column.name),
          hint: state.visible ? model.hint(id, column.name) : undefined,
          isInBlock: model.isInBlock(id, column.name),
          active: active?.key === column.name ? active : undefined,
          branch: tree?.plan.column === column.name ? branch : undefined,
          isCorner: corner?.id === id && corner.key === column.name,
          left: layout.pinned.get(column.name),
        });
        if (at !== drawn.gapAt || drawn.gapBefore === 0) return cell;
        return (
          <Fragment key={column.name}>
            <span />
            {cell}
          </Fragment>
        );
      })}
    </div>
  );
});

/** TBL-10: what stands below a row until its level is there, in the words of the specification. */
const LoadingRow = ({ style }: { readonly style: CSSProperties }) => (
  <div role="row" className="sc-gr" style={style}>
    <div role="gridcell" className="sc-gc sc-gv sc-muted" style={{ gridColumn: "1 / -1" }}>
      loading...
    </div>
  </div>
);

const numberLeft = (layout: GridLayout): number => (layout.lead.length > 1 ? (layout.lead[0] ?? 0) : 0);
