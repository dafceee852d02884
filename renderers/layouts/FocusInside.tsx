import { type RefObject, useEffect, useState } from "react";
import { useEvent } from "./use-event.ts";

interface FocusInsideProps {
  readonly within: RefObject<HTMLElement | null>;
  /** What gets the focus instead of the first field. */
  readonly focus: string | undefined;
  readonly onOpened: (() => void) | undefined;
}

const firstField = ["input", "textarea", "select", '[contenteditable="true"]']
  .map((field) => `${field}:not(:disabled, [type="hidden"], [tabindex="-1"], [role="toolbar"] *)`)
  .join();

/**
 * In a window that is unmounted when it closes: antd keeps the focus inside but would begin at the cross, and gives it back
 * only after a closing motion.
 */
export function FocusInside({ within, focus, onOpened }: FocusInsideProps) {
  const [openedFrom] = useState(() => document.activeElement);
  const open = useEvent((dialog: HTMLElement) => {
    if (isChosen(dialog, document.activeElement)) return;
    dialog.focus({ preventScroll: true });
    if (onOpened) onOpened();
    else findFirst(dialog, focus)?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const dialog = within.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog) return;
    // Where one window followed another, the first has given the focus back by now.
    const before = dialog.contains(document.activeElement) ? openedFrom : document.activeElement;
    // After antd's own effects: until then the window below keeps the focus, and one inside another is no part of the document.
    queueMicrotask(() => open(dialog));
    dialog.addEventListener("keydown", goRound);
    return () => {
      dialog.removeEventListener("keydown", goRound);
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || dialog.contains(activeElement);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [within, openedFrom, open]);
  return null;
}

/** Whether a part inside has taken the focus itself; antd's own lock may have put it on the cross by now. */
function isChosen(dialog: HTMLElement, element: Element | null): boolean {
  if (!element || element === dialog || !dialog.contains(element)) return false;
  return !element.matches(".ant-modal-close, .ant-drawer-close");
}

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** From the last stop to the first, and back: beyond the end of the page the browser's own bar would take the focus. */
function goRound(event: KeyboardEvent): void {
  const dialog = event.currentTarget as HTMLElement;
  if (event.key !== "Tab" || event.defaultPrevented) return;
  const shown = [...dialog.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
  const [end, start] = event.shiftKey ? [shown[0], shown.at(-1)] : [shown.at(-1), shown[0]];
  if (document.activeElement !== end) return;
  event.preventDefault();
  start?.focus();
}

/** What was asked for, else the first field, else the last button of the foot: never the cross. */
function findFirst(dialog: HTMLElement, focus: string | undefined): HTMLElement | null {
  const foot = ".ant-modal-footer button:last-child, .ant-drawer-footer button:last-child";
  for (const selector of [focus ?? "[data-autofocus]", firstField, foot]) {
    const found = dialog.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}
