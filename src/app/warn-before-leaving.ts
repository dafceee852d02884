import { flushSync } from "react-dom";
import type { UnsavedStore } from "../stores/unsaved.ts";

/**
 * Has the browser ask before the page is left with unsaved work. Some controls keep what is typed until they are left: the
 * one with the focus is left first, and gets it back when the person stays.
 *
 * @returns ends it
 */
export function warnBeforeLeaving(unsaved: Pick<UnsavedStore, "isDirty">): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!unsaved.isDirty()) leaveControl();
    if (unsaved.isDirty()) event.preventDefault();
  };
  window.addEventListener("beforeunload", warn);
  return () => window.removeEventListener("beforeunload", warn);
}

function leaveControl(): void {
  const control = document.activeElement;
  if (!(control instanceof HTMLElement) || control === document.body) return;
  flushSync(() => control.blur());
  if (control.isConnected) control.focus({ preventScroll: true });
}
