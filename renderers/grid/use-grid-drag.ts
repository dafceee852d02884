import { type PointerEvent, useState } from "react";
import type { GridModel } from "./grid-model.ts";

export interface DropPlace {
  readonly id: string;
  readonly side: "above" | "below";
}

/** Moving a row by its handle: a line shows where it would go, letting go moves it there. */
export function useGridDrag(model: GridModel) {
  const [place, setPlace] = useState<DropPlace | undefined>(undefined);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = (event.target as Element).closest("[data-handle]");
    const id = handle?.closest<HTMLElement>("[data-row]")?.dataset.row;
    if (id === undefined || !model.canMove || event.button !== 0) return;
    event.preventDefault();
    const box = event.currentTarget;
    let drop: DropPlace | undefined;
    const follow = (at: globalThis.PointerEvent) => {
      const row = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>("[data-row]");
      const over = row && box.contains(row) ? row.dataset.row : undefined;
      if (!row || over === undefined) return;
      const { top, height } = row.getBoundingClientRect();
      drop = { id: over, side: at.clientY < top + height / 2 ? "above" : "below" };
      setPlace(drop);
    };
    const end = (isDropped: boolean) => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      setPlace(undefined);
      if (isDropped && drop && drop.id !== id) model.moveRow(id, targetOf(model, id, drop));
    };
    const onUp = () => end(true);
    const onCancel = () => end(false);
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
  };
  return { place, onPointerDown };
}

/** The position of a dropped row, counted without it. */
export function targetOf(model: GridModel, id: string, { id: over, side }: DropPlace): number {
  const from = model.store.indexOf(id);
  const to = model.store.indexOf(over) + (side === "below" ? 1 : 0);
  return from < to ? to - 1 : to;
}
