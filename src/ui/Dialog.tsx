import { type ReactNode, useEffect, useId, useRef } from "react";
import { messages } from "../messages/messages.ts";
import "./dialog.css";
import { Icon } from "./Icon.tsx";
import { noticeIcons } from "./notice-icons.ts";

interface DialogProps {
  readonly title: string;
  /** Pixels; narrower screens use what they have. */
  readonly width: number;
  /** Absent: the dialog cannot be closed without an answer. */
  readonly onClose?: () => void;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal window on the browser's own `<dialog>`: it keeps the focus inside, closes on Escape, stands above everything
 * and gives the focus back. The first field gets the focus, never the closing cross.
 */
export function Dialog({ title, width, onClose, footer, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    // In a task of its own: a question that Escape has raised would else be closed by the same key press.
    const opening = setTimeout(() => {
      element.showModal();
      const first = element.querySelector<HTMLElement>("[data-autofocus], input, .dialog-footer button:last-child");
      first?.focus();
    });
    return () => {
      clearTimeout(opening);
      element.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      style={{ width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className="dialog-header">
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <button type="button" className="icon-button" aria-label={messages.common.close} onClick={onClose}>
            <Icon shape={noticeIcons.close} />
          </button>
        )}
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-footer">{footer}</div>}
    </dialog>
  );
}
