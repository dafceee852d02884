import { Fragment, type KeyboardEvent, type RefObject, useRef } from "react";
import { Icon, type IconShape } from "./Icon.tsx";
import { useClosing } from "./use-closing.ts";
import "./popup-menu.css";

export interface MenuAction {
  readonly name: string;
  readonly icon?: IconShape;
  /** Stands above the first entry of a group. */
  readonly heading?: string;
  /** Given for one of several choices: whether it is the one in force. */
  readonly isChosen?: boolean;
  /** Of a name in another language. */
  readonly lang?: string;
  readonly run: () => void;
}

interface PopupMenuProps {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
  /** The button that opened it: a press on it is its own business, and it gets the focus back. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Window coordinates in pixels; absent: below the anchor's right end. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** A menu of actions: arrow keys move, Enter runs, Escape or a press elsewhere closes. */
export function PopupMenu({ label, actions, onClose, anchor, at }: PopupMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useClosing(menu, anchor, onClose);
  return (
    <div
      ref={menu}
      className="popup-menu"
      style={at && { position: "fixed", inset: `${at.y}px auto auto ${at.x}px` }}
      role="menu"
      aria-label={label}
      onKeyDown={moveFocus}
    >
      {actions.map(({ name, icon, heading, isChosen, lang, run }, index) => (
        <Fragment key={name}>
          {heading && <p className="popup-menu-heading">{heading}</p>}
          <button
            ref={index === 0 ? focusOnce : undefined}
            type="button"
            {...(isChosen === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": isChosen })}
            lang={lang}
            tabIndex={-1}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {icon && <Icon shape={icon} size={14} />}
            {name}
          </button>
        </Fragment>
      ))}
    </div>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const last = entries.length - 1;
  const next: Readonly<Record<string, number>> = {
    ArrowDown: index === last ? 0 : index + 1,
    ArrowUp: index <= 0 ? last : index - 1,
    Home: 0,
    End: last,
  };
  const entry = entries[next[event.key] ?? -1];
  if (!entry) return;
  event.preventDefault();
  entry.focus();
}
