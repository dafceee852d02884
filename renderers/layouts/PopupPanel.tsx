import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { FocusInside } from "./FocusInside.tsx";

interface PopupPanelProps {
  readonly label: string;
  readonly className: string;
  /** What gets the focus instead of the first field. */
  readonly focus?: string;
  readonly children: ReactNode;
}

/** The content of one of antd's popups that is worked in: for screen readers antd's own are tooltips and menus. */
export function PopupPanel({ label, className, focus, children }: PopupPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div ref={panel} className={className} role="dialog" aria-label={label} tabIndex={-1} onKeyDown={keepTab}>
      <FocusInside within={panel} focus={focus} onOpened={undefined} />
      {children}
    </div>
  );
}

/** A dropdown of antd takes Tab for the end of a menu; here it leads through the panel. */
function keepTab(event: KeyboardEvent): void {
  if (event.key === "Tab") event.stopPropagation();
}
