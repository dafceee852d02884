import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { Icon, type IconShape } from "./Icon.tsx";
import "./popup-menu.css";

export interface MenuAction {
  readonly name: string;
  readonly icon?: IconShape;
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
      {actions.map(({ name, icon, run }, index) => (
        <button
          key={name}
          ref={index === 0 ? focusOnce : undefined}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            run();
          }}
        >
          {icon && <Icon shape={icon} size={14} />}
          {name}
        </button>
      ))}
    </div>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

function useClosing(
  menu: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      latest.current();
      anchor.current?.focus();
    };
    const handleElsewhere = ({ target }: Event) => {
      const isInside = target instanceof Node && (menu.current?.contains(target) || anchor.current?.contains(target));
      if (!isInside) latest.current();
    };
    document.addEventListener("keydown", handleKey);
    document.addEventListener("pointerdown", handleElsewhere);
    document.addEventListener("focusin", handleElsewhere);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("pointerdown", handleElsewhere);
      document.removeEventListener("focusin", handleElsewhere);
    };
  }, [menu, anchor]);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
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
