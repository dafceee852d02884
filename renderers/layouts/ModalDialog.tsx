import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import { messages } from "../messages.ts";
import { FrameButton } from "./FrameButton.tsx";
import { useModalFocus } from "./use-modal-focus.ts";
import "./modal-dialog.css";

interface ModalDialogProps {
  /** In the middle, at the right edge, over everything in the middle, or over everything from below (a phone). */
  readonly as?: "modal" | "drawer" | "full" | "sheet";
  readonly title: ReactNode;
  /** Says what the dialog is; the title's own words where it is left out. */
  readonly label?: string;
  /** Pixels or a share of the window; without meaning where it covers everything. */
  readonly width: number | string;
  readonly className?: string;
  /** Buttons beside the cross. */
  readonly tools?: ReactNode;
  readonly footer?: ReactNode;
  /** A press beside it closes it: nothing typed is lost then. */
  readonly closesOutside?: boolean;
  /** Work is under way: neither the cross nor Escape nor a press beside it ends it. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
  onClose(): void;
  /** It stands open and its content can take the focus. */
  onOpened?(): void;
}

/**
 * A modal window over the page, in plain markup. It keeps the focus inside, closes on Escape and gives the focus back.
 * No native `<dialog>`: lists and calendars that open inside are drawn at the end of the page, below the top layer.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { as = "modal", title, label = String(title), width, className = "", tools, footer, isHeld = false } = props;
  const dialog = useRef<HTMLDivElement>(null);
  const close = () => (isHeld ? undefined : props.onClose());
  const handleKeys = useModalFocus(dialog, { onEscape: close, onOpened: props.onOpened });
  const covers = as === "full" || as === "sheet";
  const cross = (
    <FrameButton
      label={messages.form.close}
      icon={<CloseOutlined aria-hidden="true" />}
      disabled={isHeld}
      onClick={close}
    />
  );
  return createPortal(
    <div className={`sc-over sc-over-${as}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the cross do the same by key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="sc-over-mask"
        onMouseDown={(event) => event.preventDefault() /* the focus stays inside */}
        onClick={props.closesOutside ? close : undefined}
      />
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-label={label}
        tabIndex={-1}
        className={`sc-dialog ${className}`}
        style={{ width: covers ? "100%" : width }}
        onKeyDown={handleKeys}
      >
        <header className="sc-dialog-head">
          {as === "sheet" ? cross : null}
          <div className="sc-dialog-title">{title}</div>
          {tools}
          {as === "sheet" ? null : cross}
        </header>
        <div className="sc-dialog-body">{props.children}</div>
        {footer ? <footer className="sc-dialog-foot">{footer}</footer> : null}
      </div>
    </div>,
    document.body,
  );
}
