import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./grid-focus.ts";
import type { GridParts } from "./grid-parts.ts";
import { showRow } from "./use-rows-in-sight.ts";

interface InSight {
  readonly root: RefObject<HTMLDivElement | null>;
  /** Draws the rows of the place that the table was moved to. */
  readonly lookAtRows: RefObject<() => void>;
  showColumn(index: number): void;
}

/**
 * Keeps the active cell in sight wherever it goes and whoever moves it, and gives the table the focus back that an editor
 * took along when it closed.
 *
 * @returns brings the active cell into sight and draws it at once: the next key needs it
 */
export function useActiveCell(parts: GridParts, { root, lookAtRows, showColumn }: InSight): () => void {
  const { model } = parts;
  const { active } = model;
  const show = () => {
    const at = model.active;
    if (!at) return;
    showRow(root.current, model.order.indexOf(at.id) - model.order.start, parts.rowHeight);
    lookAtRows.current();
    showColumn(model.columnAt(at.key));
  };
  const place = active ? model.order.indexOf(active.id) : -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever the active cell went, and whoever moved it
  useLayoutEffect(show, [active?.id, active?.key, active?.isEditing, place]);
  const isOpen = active?.isEditing === true;
  const wasOpen = useRef(false);
  // Its control, or the window it had opened, may be gone.
  useEffect(() => {
    if (wasOpen.current && !isOpen && model.active && isFocusLost()) parts.focus();
    wasOpen.current = isOpen;
  }, [isOpen, model, parts]);
  return show;
}
