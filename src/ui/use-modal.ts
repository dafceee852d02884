import { type RefObject, useEffect, useRef } from "react";

interface ModalOptions {
  /** Wanted closed by Escape or the system's own gesture. Absent: only an answer closes it. */
  readonly onClose?: (() => void) | undefined;
  /** What gets the focus; absent, or nowhere to be found: the browser's choice. */
  readonly focus?: string;
}

/**
 * Shows a `<dialog>` above everything for as long as its component is there. Escape asks to close and never closes by
 * itself: Chromium would close at the second Escape in a row, whatever was said to the first.
 */
export function useModal({ onClose, focus }: ModalOptions): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    let isWanted = true;
    // In a task of its own: a question that Escape has raised would else be closed by the same key press.
    const opening = setTimeout(() => {
      element.showModal();
      if (focus) element.querySelector<HTMLElement>(focus)?.focus();
    });
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      latest.current?.();
    };
    const handleCancel = (event: Event) => {
      if (event.target !== element) return;
      event.preventDefault();
      latest.current?.();
    };
    // Closed without having been asked: by the system, or because the browser would not wait for an answer.
    const handleClosed = (event: Event) => {
      if (event.target !== element || !isWanted) return;
      element.showModal();
      latest.current?.();
    };
    element.addEventListener("keydown", handleKey);
    element.addEventListener("cancel", handleCancel);
    element.addEventListener("close", handleClosed);
    return () => {
      isWanted = false;
      clearTimeout(opening);
      element.removeEventListener("keydown", handleKey);
      element.removeEventListener("cancel", handleCancel);
      element.removeEventListener("close", handleClosed);
      element.close();
    };
  }, [focus]);

  return dialog;
}
