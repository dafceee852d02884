import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";

/** Pixels between a box and what opens at it, and between that and the edge of the window. */
const gap = 4;
const edge = 8;

/** Where what opens at a box stands: below it, or above where there is more room; it follows when the page moves. */
export function usePopupPlace(box: RefObject<HTMLElement | null>, isOpen: boolean, heightPx: number): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ visibility: "hidden" });
  useLayoutEffect(() => {
    if (!isOpen) return;
    const put = () => {
      const at = box.current?.getBoundingClientRect();
      if (!at) return;
      const width = Math.min(Math.max(at.width, 120), window.innerWidth - 2 * edge);
      const below = window.innerHeight - at.bottom - gap - edge;
      const above = at.top - gap - edge;
      const isBelow = below >= heightPx || below >= above;
      setPlace({
        width,
        left: Math.max(edge, Math.min(at.left, window.innerWidth - width - edge)),
        maxHeight: Math.max(isBelow ? below : above, 96),
        ...(isBelow ? { top: at.bottom + gap } : { bottom: window.innerHeight - at.top + gap }),
      });
    };
    put();
    // The box itself grows and moves: a tag more, a message above it, the dialog that has just come.
    const observer = typeof ResizeObserver === "function" ? new ResizeObserver(put) : undefined;
    if (box.current) observer?.observe(box.current);
    window.addEventListener("scroll", put, true);
    window.addEventListener("resize", put);
    return () => {
      observer?.disconnect();
      window.removeEventListener("scroll", put, true);
      window.removeEventListener("resize", put);
    };
  }, [box, isOpen, heightPx]);
  return place;
}
