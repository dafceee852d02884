import { type RefCallback, useCallback } from "react";

/** What scrolls around an element: a drawer's body, or the page. */
export function scrollParent(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}

/**
 * Keeps an element at the upper edge of what scrolls around it. `top: 0` would keep it below the padding there, and what
 * scrolls would be seen above it.
 */
export function useStickyTop(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (element) element.style.top = `-${getComputedStyle(scrollParent(element)).paddingTop || "0px"}`;
  }, []);
}
