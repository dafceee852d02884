import { type MouseEvent, type RefObject, useState } from "react";
import type { MenuPlace } from "./GridMenu.tsx";
import { toggle } from "./grid-commands.ts";
import { type GridParts, isToggle, placeOf } from "./grid-parts.ts";

/**
 * Presses of the mouse on cells: one opens a cell, turns a yes into a no, or with Shift widens the block; the right button
 * opens the menu of the row, or of the block that the pointer is in.
 *
 * @param isDrawn the press has drawn a block and opens nothing
 */
export function useGridPresses(parts: GridParts, isDrawn: RefObject<boolean>) {
  const { model } = parts;
  const [menu, setMenu] = useState<MenuPlace | undefined>(undefined);
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const number = target.closest<HTMLElement>("[role=rowheader]")?.closest<HTMLElement>("[data-row]")?.dataset.row;
    if (number !== undefined) parts.showBelow?.(number);
    const place = placeOf(target);
    if (target.closest(".sc-branch")) return;
    if (!place || isDrawn.current || target.closest("[data-fill]")) return;
    const isHere = model.active?.id === place.id && model.active.key === place.key;
    if (isHere && model.active?.isEditing) return;
    model.activate(place, { extend: event.shiftKey });
    if (event.shiftKey) return;
    const column = model.columns[model.columnAt(place.key)];
    if (column && isToggle(column)) toggle(parts, place.id, column);
    else model.edit();
  };
  const onContextMenu = (event: MouseEvent) => {
    const place = placeOf(event.target as Element);
    if (!place || model.isLocked || model.active?.isEditing) return;
    event.preventDefault();
    if (!model.isInBlock(place.id, place.key)) model.activate(place);
    const block = model.range();
    const ids = block ? model.order.ids.slice(block.top, block.bottom + 1) : [place.id];
    setMenu({ anchor: place.cell, at: { x: event.clientX, y: event.clientY }, ids });
  };
  return { menu, closeMenu: () => setMenu(undefined), onClick, onContextMenu };
}
