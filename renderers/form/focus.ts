import { flushSync } from "react-dom";
import { wrongCellsOf } from "../grid/wrong-cells.ts";

/** A toolbar above a text is no field. */
const controls = [
  "input:not([type=hidden], [hidden], :disabled, [role=toolbar] *)",
  ...["textarea:not(:disabled)", "[role=combobox]:not(:disabled, [role=toolbar] *)", "[contenteditable=true]"],
  ".sc-upload-choose",
].join();

/** A dialog sends the focus to its first field, or to the first wrong one; never to its close button. */
export function focusFirstField(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>(controls)?.focus();
}

const wrongPlaces = ".sc-item-error, .sc-grid-wrong";

/** Errors are drawn in the next frame; the first of them gets the focus and comes into sight. */
export function focusFirstError(frame: HTMLElement | null): void {
  requestAnimationFrame(() => void focusError(frame, 1));
}

/**
 * Goes to the next wrong place of a form, or the one before, over its fields and tables and into closed tabs; the last one
 * and the first one follow each other.
 *
 * @param last where the walk came to before; undefined = it begins
 * @returns the field or table that it is in now; undefined = nothing is wrong
 */
export function focusError(frame: HTMLElement | null, step: 1 | -1, last?: Element): Element | undefined {
  const places = [...(frame?.querySelectorAll<HTMLElement>(wrongPlaces) ?? [])];
  const here = last ? places.indexOf(last as HTMLElement) : -1;
  if (last && here >= 0 && wrongCellsOf(last)?.go(step, "here")) return last;
  const next = places.at(here < 0 && step > 0 ? 0 : (here + step) % places.length);
  if (!next) return undefined;
  openPaneOf(next);
  if (!wrongCellsOf(next)?.go(step, "start")) {
    next.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  }
  next.scrollIntoView({ block: "center" });
  return next;
}

/** What is wrong may stand in a tab that is not open. */
function openPaneOf(item: HTMLElement): void {
  const pane = item.closest<HTMLElement>("[role=tabpanel][aria-hidden=true]");
  const tab = pane?.getAttribute("aria-labelledby");
  if (!tab) return;
  flushSync(() => document.getElementById(tab)?.click());
  openPaneOf(item);
}
