import { type RefObject, useLayoutEffect } from "react";

/** Kept free at the edges of the window, pixels. */
const margin = 8;

/**
 * Lays the sheet for several lines over its cell, above everything and inside the window: in a table of two rows, or in
 * its last column, the table itself would cut it. A card has room for it where it stands.
 */
export function useSheet(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current: element } = sheet;
    const cell = element?.closest<HTMLElement>("[role=gridcell]");
    if (!element || !cell || element.tagName !== "TEXTAREA" || !("showPopover" in element)) return;
    const place = () => {
      const { left, right, top, width } = cell.getBoundingClientRect();
      element.style.width = `${width}px`;
      const { offsetWidth, offsetHeight } = element;
      // Where it would leave the window it ends with its cell.
      const isTooFar = left + offsetWidth > window.innerWidth - margin;
      element.style.left = `${Math.max(margin, isTooFar ? right - offsetWidth : left)}px`;
      element.style.top = `${Math.max(margin, Math.min(top, window.innerHeight - offsetHeight - margin))}px`;
    };
    element.popover = "manual";
    element.showPopover();
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [sheet]);
}
