import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useEvent } from "./use-event.ts";

interface ModalFocusParts {
  onEscape(): void;
  /** The dialog is there: its content may take the focus. */
  onOpened: (() => void) | undefined;
}

/**
 * The focus of a modal window: taken when it opens, kept inside while it is the uppermost, given back when it closes.
 *
 * @returns the window's key handler
 */
export function useModalFocus(
  dialog: RefObject<HTMLElement | null>,
  { onEscape, onOpened }: ModalFocusParts,
): (event: KeyboardEvent<HTMLElement>) => void {
  const [openedFrom] = useState(() => document.activeElement);
  const opened = useEvent(() => onOpened?.());
  const leave = useEvent(onEscape);

  useEffect(() => {
    const own = dialog.current;
    if (!own) return;
    // Where one window followed another, the first has given the focus back by now.
    const before = own.contains(document.activeElement) ? openedFrom : document.activeElement;
    if (!own.contains(document.activeElement)) own.focus({ preventScroll: true });
    opened();
    const keepFocus = ({ target }: FocusEvent) => {
      if (isUppermost(own) && target instanceof Element && standsBehind(target, own)) own.focus();
    };
    const escapeFromNowhere = (event: globalThis.KeyboardEvent) => {
      // A button that was pressed and is inert now has lost the focus to the page.
      if (event.key === "Escape" && event.target === document.body && isUppermost(own)) leave();
    };
    document.addEventListener("focusin", keepFocus);
    document.addEventListener("keydown", escapeFromNowhere);
    return () => {
      document.removeEventListener("focusin", keepFocus);
      document.removeEventListener("keydown", escapeFromNowhere);
      const { activeElement } = document;
      const isLost = !activeElement || activeElement === document.body || own.contains(activeElement);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [dialog, openedFrom, opened, leave]);

  return (event) => {
    const { target, key } = event;
    // What a part inside has opened elsewhere sends its events up here too.
    if (!(target instanceof Element) || !dialog.current?.contains(target) || event.defaultPrevented) return;
    if (key === "Tab") goRound(event, dialog.current);
    if (key !== "Escape" || event.nativeEvent.isComposing) return;
    // An open list takes the key for itself; React has not drawn it closed yet.
    if (target.closest('[aria-expanded="true"]') || !isUppermost(dialog.current)) return;
    event.stopPropagation();
    leave();
  };
}

function isUppermost(own: Element): boolean {
  if (document.querySelector("dialog[open]")) return false;
  // Those of a page behind another tab are in the document, and not in sight.
  const shown = [...document.querySelectorAll('[aria-modal="true"]')].filter(
    (element) => element === own || element.checkVisibility?.() !== false,
  );
  return shown.at(-1) === own;
}

/** Pages and windows below stand before it in the document; what opens from inside stands after it. */
function standsBehind(target: Element, own: Element): boolean {
  if (target.closest("dialog, [popover]")) return false;
  return (own.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 && !target.contains(own);
}

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

/** From the last stop to the first, and back. */
function goRound(event: KeyboardEvent<HTMLElement>, own: HTMLElement): void {
  const shown = [...own.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
  const end = event.shiftKey ? shown[0] : shown.at(-1);
  const start = event.shiftKey ? shown.at(-1) : shown[0];
  const { activeElement } = document;
  if (activeElement !== end && (activeElement !== own || !event.shiftKey)) return;
  event.preventDefault();
  start?.focus();
}
