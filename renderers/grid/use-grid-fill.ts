import type { PointerEvent } from "react";
import { fillTo, fillToNeighbour } from "./grid-blocks.ts";
import type { GridModel } from "./grid-model.ts";

/** Drawing the mark at the corner of a block over other rows: they take the block's values. */
export function useGridFill(model: GridModel) {
  const isMark = (target: EventTarget) => (target as Element).closest("[data-fill]") !== null;
  /** @returns whether the press was one on the mark */
  const onPointerDown = (event: PointerEvent<HTMLElement>): boolean => {
    const source = model.range();
    if (!source || model.isLocked || event.button !== 0 || !isMark(event.target)) return false;
    event.preventDefault();
    const box = event.currentTarget;
    let to = source.bottom;
    const follow = (at: globalThis.PointerEvent) => {
      const row = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>("[data-row]");
      if (!row || !box.contains(row)) return;
      to = model.order.indexOf(row.dataset.row ?? "");
      model.selectBlock({ ...source, top: Math.min(source.top, to), bottom: Math.max(source.bottom, to) });
    };
    const end = (isDone: boolean) => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      if (isDone) fillTo(model, source, to);
      else model.selectBlock(source);
    };
    const onUp = () => end(true);
    const onCancel = () => end(false);
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    return true;
  };
  const onDoubleClick = (event: { readonly target: EventTarget }) => {
    if (isMark(event.target)) fillToNeighbour(model);
  };
  return { onPointerDown, onDoubleClick };
}
