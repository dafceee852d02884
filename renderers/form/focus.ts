import { flushSync } from "react-dom";

const controls =
  "input:not([type=hidden]):not([hidden]):not(:disabled), textarea:not(:disabled), [role=combobox]:not(:disabled), .sc-upload-choose";

/** A dialog sends the focus to its first field, or to the first wrong one; never to its close button. */
export function focusFirstField(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>(controls)?.focus();
}

/** Errors are drawn in the next frame; the first of them gets the focus and comes into sight. */
export function focusFirstError(frame: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const item = frame?.querySelector<HTMLElement>(".sc-item-error, .sc-grid-wrong");
    if (item) openPaneOf(item);
    const isTable = item?.matches(".sc-grid-wrong") === true;
    // A table stands on its first wrong cell already.
    const target = item?.querySelector<HTMLElement>(isTable ? "[role=grid]" : controls);
    target?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: "center" });
  });
}

/** What is wrong may stand in a tab that is not open. */
function openPaneOf(item: HTMLElement): void {
  const pane = item.closest<HTMLElement>("[role=tabpanel][aria-hidden=true]");
  const tab = pane?.getAttribute("aria-labelledby");
  if (!tab) return;
  flushSync(() => document.getElementById(tab)?.click());
  openPaneOf(item);
}
