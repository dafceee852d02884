import { memo, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { GridRow } from "./GridRow.tsx";
import { useModelVersion } from "./GridToolbar.tsx";
import type { DrawnColumns, GridLayout } from "./grid-layout.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";
import { RowSlots } from "./row-slots.ts";
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
  const [rowSlots] = useState(() => new RowSlots());
  const { rows, isMoving, isAside, look } = useRowsInSight({ group, count: order.length, rowHeight, height });
  useImperativeHandle(lookAtRows, () => look, [look]);
  const { active } = model;
  const activePlace = active ? model.order.indexOf(active.id) - model.order.start : -1;
  // It may hold an open editor, and the table points to it: wherever the table was scrolled to, it stays.
  const isBeyond =
    activePlace >= 0 && activePlace < order.length && (activePlace < rows.first || activePlace > rows.last);
  const places = [...placesFrom(rows.first, rows.last), ...(isBeyond ? [activePlace] : [])];
  const slots = rowSlots.take(places.map((place) => order[place] ?? ""));
  const slotOf = (place: number) => slots.get(order[place] ?? "") ?? 0;
  // At rest in their own order, which assistive technology reads; while the table moves each element keeps its place among
  // its siblings, for moving one costs a layout.
  if (isMoving) places.sort((a, b) => slotOf(a) - slotOf(b));
  return (
    <div
      ref={group}
      role={order.length > 0 ? "rowgroup" : undefined}
      className={classOf(isMoving, isAside)}
      style={{ height: Math.max(order.length * rowHeight, order.length === 0 ? 96 : 0) }}
    >
      {places.map((index) => {
        const id = order[index] ?? "";
        return (
          <GridRow
            key={slotOf(index)}
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
          {model.canAdd ? gridMessages.emptyHint(model.limits.addLabel ?? gridMessages.addRow) : null}
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

const placesFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
