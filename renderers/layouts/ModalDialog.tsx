import { Drawer, Modal } from "antd";
import { type ReactNode, type SyntheticEvent, useRef } from "react";
import { messages } from "../messages.ts";
import { FocusInside } from "./FocusInside.tsx";
import "./modal-dialog.css";

interface ModalDialogProps {
  readonly as?: "modal" | "drawer";
  /** Over everything: in the middle of a desk (full), or from below on a phone (sheet). */
  readonly covers?: "full" | "sheet" | undefined;
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
  /** Above windows of every other part of the page. */
  readonly zIndex?: number;
  /** Where it is drawn; the page itself where it is left out. */
  readonly container?: () => HTMLElement;
  /** What gets the focus instead of the first field. */
  readonly focus?: string | undefined;
  readonly children: ReactNode;
  /** Absent: only an answer closes it. */
  onClose?: (() => void) | undefined;
  /** It stands open: its content takes the focus itself. */
  onOpened?(): void;
}

/**
 * A window over the page as every part of the console uses it: antd's Modal or Drawer, drawn while it is mounted. It is named for
 * screen readers by `label`, opens with its first field focused, becomes a sheet on phones, and gives the focus back.
 */
export function ModalDialog(props: ModalDialogProps) {
  const { as = "modal", covers, title, label, width, className = "", tools, isHeld = false, zIndex } = props;
  const body = useRef<HTMLDivElement>(null);
  const close = (event: Event | SyntheticEvent) => {
    // Escape that a part inside has used for itself, a cell of a table for instance.
    if (!isHeld && !(event.type === "keydown" && event.defaultPrevented)) props.onClose?.();
  };
  // Anew with each drawing: a title that changes while the window stands open would leave it its first name.
  const name = (element: HTMLElement | null) => nameDialog(element, label);
  const shared = {
    open: true,
    rootClassName: `sc-window sc-window-${covers ?? as}`,
    className,
    closable: props.onClose ? { "aria-label": messages.form.close, disabled: isHeld } : false,
    keyboard: !isHeld,
    mask: { closable: props.closesOutside ?? false },
    footer: props.footer || null,
    ...(props.container ? { getContainer: props.container } : {}),
    ...(zIndex === undefined ? {} : { zIndex }),
  };
  const head = (
    <div ref={name} className="sc-window-title sc-big sc-line sc-grow">
      {title}
    </div>
  );
  const content = (
    <div ref={body} className="sc-window-content">
      <FocusInside within={body} focus={props.focus} onOpened={props.onOpened} />
      {props.children}
    </div>
  );
  if (as === "drawer") {
    return (
      <Drawer
        {...shared}
        size={covers ? "100%" : width}
        placement={covers === "sheet" ? "bottom" : "right"}
        title={head}
        extra={tools}
        autoFocus={false}
        onClose={close}
      >
        {content}
      </Drawer>
    );
  }
  return (
    <Modal
      {...shared}
      {...(props.children ? {} : { styles: questionAlone })}
      centered
      width={covers ? "100%" : width}
      title={
        <>
          {head}
          {tools}
        </>
      }
      transitionName=""
      maskTransitionName=""
      onCancel={close}
    >
      {content}
    </Modal>
  );
}

/** A question without anything below it has no empty room and no second line. */
const questionAlone = { body: { padding: 0 }, header: { borderBottom: 0 } };

/** antd names a dialog by all that stands in its head, buttons and states included. */
function nameDialog(head: HTMLElement | null, label: string | undefined): void {
  const dialog = head?.closest('[role="dialog"]');
  if (!dialog) return;
  dialog.setAttribute("aria-label", label ?? head?.textContent ?? "");
  dialog.removeAttribute("aria-labelledby");
}
