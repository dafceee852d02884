import type { FocusEvent, SyntheticEvent } from "react";

/** Windows that a cell opens tell of their events here too, although they are drawn elsewhere. */
export const ofTable =
  <Event extends SyntheticEvent>(handle: (event: Event) => void) =>
  (event: Event) => {
    if (event.currentTarget.contains(event.target as Element)) handle(event);
  };

/**
 * Whether a person went away from the table. The buttons of the table work on the active cell, a window over the table
 * gives the focus back, and another window of the desk leaves it where it is.
 */
export function isLeft({ currentTarget: root, target, relatedTarget: to }: FocusEvent<HTMLElement>): boolean {
  if (!root.contains(target) || target === document.activeElement) return false;
  if (!to) return true;
  const dialog = to.closest("[role=dialog]");
  return root.closest("section")?.contains(to) !== true && (dialog === null || dialog.contains(root));
}

/** Nothing has the focus. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
