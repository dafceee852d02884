import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { type ReactNode, useEffect, useState } from "react";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import { messages } from "../messages.ts";
import { IconButton } from "./IconButton.tsx";
import { ModalDialog } from "./ModalDialog.tsx";
import { useEvent } from "./use-event.ts";
import { mobileQuery, useMedia } from "./use-media.ts";
import "./view-frame.css";

interface ViewFrameProps {
  readonly as: ViewPlan["as"];
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

/**
 * Where a form or a detail stands: a modal, a drawer, the whole page on a narrow screen, a card of its own page, or a part
 * of a card that says already what it is.
 */
export function ViewFrame(props: ViewFrameProps) {
  if (props.as === "part") return <PartFrame {...props} />;
  return props.as === "inline" ? <InlineFrame {...props} /> : <OverFrame {...props} />;
}

function InlineFrame({ title, label, footer, children, onOpened }: ViewFrameProps) {
  const opened = useEvent(() => onOpened?.());
  useEffect(() => opened(), [opened]);
  return (
    <section className="sc-card sc-inline sc-stack" aria-label={label}>
      <header className="sc-inline-head sc-under sc-big sc-line sc-airy">{title}</header>
      <div className="sc-inline-body">{children}</div>
      {footer ? <footer className="sc-inline-foot sc-over">{footer}</footer> : null}
    </section>
  );
}

/** Does not take the focus: the row that it follows keeps it. */
function PartFrame({ label, footer, children }: ViewFrameProps) {
  return (
    <section className="sc-stack sc-grow" aria-label={label}>
      <div className="sc-inset sc-grow" style={{ overflow: "auto" }}>
        {children}
      </div>
      {footer ? <footer className="sc-bar sc-over">{footer}</footer> : null}
    </section>
  );
}

function OverFrame({ as, fullscreen, ...props }: ViewFrameProps) {
  const width = props.width ?? "60%";
  const isMobile = useMedia(mobileQuery);
  const [isFull, setFull] = useState(as === "page");
  const sheet = isMobile ? "sheet" : undefined;
  if (as === "drawer") return <ModalDialog {...props} as="drawer" covers={sheet} width={width} closesOutside />;
  return (
    <ModalDialog
      {...props}
      covers={sheet ?? (isFull ? "full" : undefined)}
      width={width}
      tools={
        fullscreen && !isMobile ? (
          <IconButton
            label={isFull ? messages.form.exitFullscreen : messages.form.fullscreen}
            icon={isFull ? <CompressOutlined aria-hidden="true" /> : <ExpandOutlined aria-hidden="true" />}
            onClick={() => setFull(!isFull)}
          />
        ) : null
      }
    />
  );
}
