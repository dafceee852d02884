import { type MouseEvent, type PointerEvent, type RefObject, useState } from "react";
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
  const press = (target: Element, extend: boolean) => {
    const number = target.closest<HTMLElement>("[role=rowheader]")?.closest<HTMLElement>("[data-row]")?.dataset.row;
    if (number !== undefined) parts.showBelow?.(number);
    const place = placeOf(target);
    if (target.closest(".sc-branch")) return;
    if (!place || isDrawn.current || target.closest("[data-fill]")) return;
    const isHere = model.active?.id === place.id && model.active.key === place.key;
    if (isHere && model.active?.isEditing) return;
    model.activate(place, { extend });
    if (extend) return;
    const column = model.columns[model.columnAt(place.key)];
    if (column && isToggle(column)) toggle(parts, place.id, column);
    else model.edit();
  };
  const onClick = (event: MouseEvent) => press(event.target as Element, event.shiftKey);
  // The browser makes no click of a press whose element was moved or drawn anew before its release, as a table that comes
  // to rest or computes does. Such a press counts where it began and ended in one cell.
  const onPointerDown = ({ target, button, pointerType, shiftKey }: PointerEvent) => {
    const begun = placeOf(target as Element);
    if (!begun || button !== 0 || pointerType === "touch") return;
    const handleRelease = ({ target: element }: globalThis.PointerEvent) => {
      const ended = element instanceof Element ? placeOf(element) : undefined;
      if (ended?.id !== begun.id || ended.key !== begun.key) return;
      let isClicked = false;
      const noteClick = () => {
        isClicked = true;
      };
      window.addEventListener("click", noteClick, true);
      // A click comes within the same task.
      setTimeout(() => {
        window.removeEventListener("click", noteClick, true);
        if (!isClicked) press(ended.cell, shiftKey);
      });
    };
    window.addEventListener("pointerup", handleRelease, { once: true });
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
  return { menu, closeMenu: () => setMenu(undefined), onClick, onPointerDown, onContextMenu };
}
