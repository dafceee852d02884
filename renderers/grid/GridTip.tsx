import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useEvent } from "../layouts/use-event.ts";
import { gridMetrics } from "./grid-layout.ts";

interface TipPlace {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface GridTipProps {
  /** The wrong or noted cell under the pointer; undefined = none. */
  readonly hovered: string | undefined;
  /** The one that has the focus. */
  readonly active: string | undefined;
  /** Changes when cells may stand elsewhere. */
  readonly place: number;
}

const gap = 4;

/** Why a cell is wrong, or what its rules say of it, over everything else: below the cell, or above it at the foot of the window. */
export function GridTip({ hovered, active, place }: GridTipProps) {
  const [tip, setTip] = useState<TipPlace | undefined>(undefined);
  const id = hovered ?? active;
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

/** Nothing where the cell has left the table's window. */
function placeOf(cell: HTMLElement, text: string): TipPlace | undefined {
  const box = cell.getBoundingClientRect();
  const view = cell.closest(".sc-grid-scroll")?.getBoundingClientRect();
  const middle = (box.top + box.bottom) / 2;
  if (view && (middle < view.top + gridMetrics.head || middle > view.bottom)) return undefined;
  const isLow = box.bottom + 48 > window.innerHeight;
  return { text, left: box.left + 8, top: isLow ? box.top - gap - 28 : box.bottom + gap };
}
