import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useEvent } from "../layouts/use-event.ts";
import { gridMetrics } from "./grid-layout.ts";
import { cellId, type GridParts } from "./grid-parts.ts";

interface TipPlace {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface GridTipProps {
  readonly parts: GridParts;
  readonly root: RefObject<HTMLDivElement | null>;
  /** Changes when cells may stand elsewhere, or another one is active. */
  readonly place: number;
}

const gap = 4;

/** Why a cell is wrong, or what its rules say of it, over everything else: below the cell, or above it at the foot of the window. */
export function GridTip({ parts, root, place }: GridTipProps) {
  const [tip, setTip] = useState<TipPlace | undefined>(undefined);
  const { hovered, hasFocus } = useAttention(root);
  const { active } = parts.model;
  const id = hovered ?? (hasFocus && active && !active.isEditing ? cellId(parts, active.id, active.key) : undefined);
  const look = useEvent(() => {
    const cell = id === undefined ? null : document.getElementById(id);
    const text = cell?.querySelector(".sc-grid-reason")?.textContent;
    setTip(cell && text ? placeOf(cell, text) : undefined);
  });
  useLayoutEffect(() => {
    void place;
    void id;
    look();
  }, [id, place, look]);
  const isShown = tip !== undefined;
  useLayoutEffect(() => {
    if (!isShown) return;
    document.addEventListener("scroll", look, { capture: true, passive: true });
    return () => document.removeEventListener("scroll", look, { capture: true });
  }, [isShown, look]);
  if (!tip) return null;
  return createPortal(
    <div className="sc-grid-tip" aria-hidden="true" style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>,
    document.body,
  );
}

/**
 * The wrong or noted cell under the pointer, and whether the table has the focus. Known here alone: the press that gives the
 * table the focus opens a cell, which would wait until the whole table is drawn for it.
 */
function useAttention(root: RefObject<HTMLDivElement | null>) {
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const [hasFocus, setFocus] = useState(false);
  useEffect(() => {
    const table = root.current;
    if (!table) return;
    const listening = new AbortController();
    const { signal } = listening;
    const wrongCell = "[role=gridcell]:has(> .sc-grid-reason)";
    const over = ({ target }: Event) => setHovered((target as Element).closest(wrongCell)?.id || undefined);
    table.addEventListener("pointerover", over, { signal });
    table.addEventListener("pointerleave", () => setHovered(undefined), { signal });
    table.addEventListener("focusin", () => setFocus(true), { signal });
    table.addEventListener("focusout", ({ relatedTarget: to }) => setFocus(table.contains(to as Node | null)), {
      signal,
    });
    return () => listening.abort();
  }, [root]);
  return { hovered, hasFocus };
}

/** Nothing where the cell has left the table's window. */
function placeOf(cell: HTMLElement, text: string): TipPlace | undefined {
  const box = cell.getBoundingClientRect();
  const view = cell.closest(".sc-grid-scroll")?.getBoundingClientRect();
  const middle = (box.top + box.bottom) / 2;
  if (view && (middle < view.top + gridMetrics.head || middle > view.bottom)) return undefined;
  const isLow = box.bottom + 48 > window.innerHeight;
  return { text, left: box.left + 8, top: isLow ? box.top - gap - 28 : box.bottom + gap };
}
