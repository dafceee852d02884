import { memo, type RefObject, useImperativeHandle, useRef } from "react";
import { GridRow } from "./GridRow.tsx";
import { useModelVersion } from "./GridToolbar.tsx";
import type { DrawnColumns, GridLayout } from "./grid-layout.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";
import type { DropPlace } from "./use-grid-drag.ts";
import { useRowsInSight } from "./use-rows-in-sight.ts";

interface GridRowsProps {
  readonly parts: GridParts;
  readonly title: string;
  /** Greatest height of the rows together, pixels. */
  readonly height: number;
  readonly template: string;
  readonly drawn: DrawnColumns;
  readonly layout: GridLayout;
  readonly dictVersion: number;
  readonly drop: DropPlace | undefined;
  /** Gets what draws the rows in sight at once. */
  readonly lookAtRows: RefObject<() => void>;
}

/** The rows in sight of the page. Scrolling draws this part of the table alone. */
export const GridRows = memo(function GridRows({ parts, title, height, drop, lookAtRows, ...shared }: GridRowsProps) {
  const { model, rowHeight } = parts;
  useModelVersion(parts);
  const group = useRef<HTMLDivElement>(null);
  const order = model.order.shown;
  const { rows, pool, isMoving, isAside, look } = useRowsInSight({ group, count: order.length, rowHeight, height });
  useImperativeHandle(lookAtRows, () => look, [look]);
  const { active } = model;
  const places = placesOf(rows.first, rows.last, isMoving ? pool : 0);
  const activePlace = active ? model.order.indexOf(active.id) - model.order.start : -1;
  // It may hold an open editor, and the table points to it: wherever the table was scrolled to, it stays.
  const isBeyond = activePlace >= 0 && activePlace < order.length && !places.includes(activePlace);
  return (
    <div
      ref={group}
      role={order.length > 0 ? "rowgroup" : undefined}
      className={classOf(isMoving, isAside)}
      style={{ height: Math.max(order.length * rowHeight, order.length === 0 ? 96 : 0) }}
    >
      {(isBeyond ? [...places, activePlace] : places).map((index) => {
        const id = order[index] ?? "";
        // A row element takes another row when its own leaves the sight, which costs less than a new one. The row of
        // the active cell keeps its own, wherever it moves to: it holds the open editor, and a press in it that closes
        // the editor must still find the cell that it began on.
        const isOpen = active?.id === id;
        return (
          <GridRow
            key={isOpen ? `open ${id}` : index % pool}
            parts={parts}
            id={id}
            index={index}
            start={model.order.start}
            dropMark={drop?.id === id ? drop.side : undefined}
            {...shared}
          />
        );
      })}
      {order.length === 0 ? (
        <p className="sc-grid-empty sc-nothing">
          {gridMessages.empty(title)}
          {model.canAdd ? <>。{gridMessages.emptyHint(model.limits.addLabel ?? gridMessages.addRow)}</> : null}
        </p>
      ) : null}
    </div>
  );
});

/** What a moving table does without, for hundreds of cells pay for it in every frame. */
function classOf(isMoving: boolean, isAside: boolean): string {
  if (!isMoving) return "sc-grid-rows";
  return isAside ? "sc-grid-rows sc-grid-moving" : "sc-grid-rows sc-grid-moving sc-grid-unpinned";
}

/**
 * Places of the rows to draw, in the order of their elements: at rest their own order, which assistive technology reads;
 * while the table moves each element keeps its place among its siblings, for moving one costs a layout.
 *
 * @param pool so many elements turn; 0 = at rest
 */
export function placesOf(first: number, last: number, pool: number): readonly number[] {
  const count = Math.max(0, last - first + 1);
  const places = Array.from({ length: count }, (_, at) => first + at);
  return pool === 0 ? places : places.sort((a, b) => (a % pool) - (b % pool));
}
