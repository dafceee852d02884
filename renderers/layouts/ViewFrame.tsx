import CloseOutlined from "@ant-design/icons/CloseOutlined";
import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { Drawer, Modal } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { messages } from "../messages.ts";
import { useEvent } from "./use-event.ts";
import { mobileQuery, useMedia } from "./use-media.ts";
import "./view-frame.css";

interface ViewFrameProps {
  readonly as: "modal" | "drawer" | "page" | "inline";
  readonly title: ReactNode;
  /** Says what the dialog is when the title is more than text. */
  readonly label: string;
  /** Pixels; undefined = 60 % of the window. */
  readonly width: number | undefined;
  readonly fullscreen?: boolean;
  readonly footer: ReactNode;
  readonly children: ReactNode;
  onClose(): void;
  /** The frame stands open and its content can take the focus. */
  onOpened?(): void;
}

/** Where a form or a detail stands: a modal, a drawer, the whole page on a narrow screen, or a card of its own page. */
export function ViewFrame(props: ViewFrameProps) {
  return props.as === "inline" ? <InlineFrame {...props} /> : <OverFrame {...props} />;
}

function InlineFrame({ title, label, footer, children, onOpened }: ViewFrameProps) {
  const opened = useEvent(() => onOpened?.());
  useEffect(() => opened(), [opened]);
  return (
    <section className="sc-card sc-inline" aria-label={label}>
      <header className="sc-inline-head">{title}</header>
      <div className="sc-inline-body">{children}</div>
      {footer ? <footer className="sc-inline-foot">{footer}</footer> : null}
    </section>
  );
}

function OverFrame(props: ViewFrameProps) {
  const isMobile = useMedia(mobileQuery);
  const [isFull, setFull] = useState(props.as === "page");
  if (props.as === "drawer" || isMobile) return <DrawerFrame {...props} isMobile={isMobile} />;
  return (
    <Modal
      open
      centered
      title={props.title}
      aria-label={props.label}
      width={isFull ? "100%" : (props.width ?? "60%")}
      className={isFull ? "sc-modal sc-modal-full" : "sc-modal"}
      mask={{ closable: false }}
      closable={false}
      footer={props.footer}
      onCancel={props.onClose}
      afterOpenChange={(open: boolean) => (open ? props.onOpened?.() : undefined)}
    >
      <span className="sc-modal-tools">
        {props.fullscreen ? (
          <FrameButton
            label={isFull ? messages.form.exitFullscreen : messages.form.fullscreen}
            icon={isFull ? <CompressOutlined aria-hidden="true" /> : <ExpandOutlined aria-hidden="true" />}
            onClick={() => setFull(!isFull)}
          />
        ) : null}
        <FrameButton label={messages.form.close} icon={<CloseOutlined aria-hidden="true" />} onClick={props.onClose} />
      </span>
      {props.children}
    </Modal>
  );
}

function DrawerFrame({ isMobile, ...props }: ViewFrameProps & { readonly isMobile: boolean }) {
  return (
    <Drawer
      open
      closable={false}
      placement={isMobile ? "bottom" : "right"}
      size={isMobile ? "100%" : (props.width ?? "60%")}
      aria-label={props.label}
      className={isMobile ? "sc-drawer sc-drawer-page" : "sc-drawer"}
      mask={{ closable: props.as === "drawer" }}
      title={
        <div className="sc-drawer-head">
          {isMobile ? (
            <FrameButton
              label={messages.form.close}
              icon={<CloseOutlined aria-hidden="true" />}
              onClick={props.onClose}
            />
          ) : null}
          <div className="sc-drawer-title">{props.title}</div>
          {isMobile ? null : (
            <FrameButton
              label={messages.form.close}
              icon={<CloseOutlined aria-hidden="true" />}
              onClick={props.onClose}
            />
          )}
        </div>
      }
      footer={props.footer}
      onClose={props.onClose}
      afterOpenChange={(open: boolean) => (open ? props.onOpened?.() : undefined)}
    >
      {props.children}
    </Drawer>
  );
}

interface FrameButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  /** Left out where the head is narrow. */
  readonly wideOnly?: boolean;
  onClick(): void;
}

export function FrameButton({ label, icon, disabled = false, wideOnly = false, onClick }: FrameButtonProps) {
  return (
    <button
      type="button"
      className={wideOnly ? "sc-icon-button sc-wide-only" : "sc-icon-button"}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
