import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";

interface TipPlace {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

interface GridTipProps {
  /** The wrong cell under the pointer; undefined = none. */
  readonly hovered: string | undefined;
  /** The wrong cell that has the focus. */
  readonly active: string | undefined;
  /** Changes when cells may stand elsewhere. */
  readonly place: number;
}

const gap = 4;

/** Why a cell is wrong, over everything else: below the cell, or above it at the foot of the window. */
export function GridTip({ hovered, active, place }: GridTipProps) {
  const [tip, setTip] = useState<TipPlace | undefined>(undefined);
  const id = hovered ?? active;
  useLayoutEffect(() => {
    void place;
    const cell = id === undefined ? null : document.getElementById(id);
    const text = cell?.querySelector(".sc-grid-reason")?.textContent;
    if (!cell || !text) {
      setTip(undefined);
      return;
    }
    const box = cell.getBoundingClientRect();
    const isLow = box.bottom + 48 > window.innerHeight;
    setTip({ text, left: box.left + 8, top: isLow ? box.top - gap - 28 : box.bottom + gap });
  }, [id, place]);
  if (!tip) return null;
  return createPortal(
    <div className="sc-grid-tip" aria-hidden="true" style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </div>,
    document.body,
  );
}
