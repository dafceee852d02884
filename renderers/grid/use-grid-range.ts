import { type PointerEvent, useRef } from "react";
import type { GridModel } from "./grid-model.ts";
import { placeOf } from "./grid-parts.ts";

/** Drawing a block of cells with the mouse: from the cell where it was pressed to the one under the pointer. */
export function useGridRange(model: GridModel) {
  /** The press has become a block; the click that ends it opens nothing. */
  const isDrawn = useRef(false);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    isDrawn.current = false;
    const start = placeOf(event.target as Element);
    // A finger scrolls; a press in an open editor belongs to the editor.
    if (!start || event.button !== 0 || event.shiftKey || event.pointerType === "touch") return;
    const { active } = model;
    if (active?.isEditing && active.id === start.id && active.key === start.key) return;
    const box = event.currentTarget;
    let last = start;
    const follow = (at: globalThis.PointerEvent) => {
      const element = document.elementFromPoint(at.clientX, at.clientY);
      const over = element && box.contains(element) ? placeOf(element) : undefined;
      if (!over || (over.id === last.id && over.key === last.key)) return;
      if (!isDrawn.current) {
        isDrawn.current = true;
        box.focus({ preventScroll: true });
        model.activate(start);
      }
      last = over;
      model.activate(over, { extend: true });
    };
    const end = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
  return { isDrawn, onPointerDown };
}
