import { type ReactNode, useId } from "react";
import { messages } from "../messages/messages.ts";
import "./dialog.css";
import { Icon } from "./Icon.tsx";
import { noticeIcons } from "./notice-icons.ts";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  readonly title: string;
  /** Pixels; narrower screens use what they have. */
  readonly width: number;
  /** Absent: the dialog cannot be closed without an answer. */
  readonly onClose?: () => void;
  readonly footer?: ReactNode;
  /** What gets the focus instead of the first field. */
  readonly focus?: string;
  readonly children: ReactNode;
}

const firstField = "[data-autofocus], input, .dialog-footer button:last-child";

/**
 * A modal window on the browser's own `<dialog>`: it keeps the focus inside, closes on Escape where it may be closed,
 * stands above everything and gives the focus back. The first field gets the focus, never the closing cross.
 */
export function Dialog({ title, width, onClose, footer, focus = firstField, children }: DialogProps) {
  const dialog = useModal({ onClose, focus });
  const titleId = useId();
  return (
    <dialog ref={dialog} className="dialog" style={{ width }} aria-labelledby={titleId}>
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
