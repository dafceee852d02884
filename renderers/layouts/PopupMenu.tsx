import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import "./popup-menu.css";

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Looks disabled and can still be reached, so that choosing it says why. */
  readonly closed?: boolean;
  readonly reason?: string;
  /** Drawn with a tick; makes the entry a choice among several. */
  readonly checked?: boolean;
}

interface PopupMenuProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  onChoose(key: string): void;
  onClose(): void;
}

const gap = 4;

/**
 * A menu under (or above) the element that opened it. Mounted only while it is open; arrow keys move,
 * Enter chooses, Escape and a press outside close it and give the focus back.
 */
export function PopupMenu({ anchor, label, entries, onChoose, onClose }: PopupMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const box = anchor.getBoundingClientRect();
    const size = menu.current?.getBoundingClientRect();
    const width = size?.width ?? 0;
    const height = size?.height ?? 0;
    const below = box.bottom + gap + height <= window.innerHeight;
    setPlace({
      left: Math.max(8, Math.min(box.left, window.innerWidth - width - 8)),
      top: below ? box.bottom + gap : Math.max(8, box.top - gap - height),
    });
    const first = menu.current?.querySelector<HTMLElement>('[aria-checked="true"], button:not(:disabled)');
    first?.focus();
  }, [anchor]);

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", onPress, true);
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      window.removeEventListener("resize", onClose);
    };
  }, [anchor, onClose]);

  const close = () => {
    onClose();
    anchor.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    const buttons = [...(menu.current?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return createPortal(
    // biome-ignore lint/a11y/useSemanticElements: a menu has no element of its own
    <div
      ref={menu}
      className="sc-menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      style={place ? place : { visibility: "hidden", left: 0, top: 0 }}
      onKeyDown={handleKey}
    >
      {entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          role={entry.checked === undefined ? "menuitem" : "menuitemradio"}
          {...(entry.checked === undefined ? {} : { "aria-checked": entry.checked })}
          disabled={entry.disabled}
          aria-disabled={entry.closed || undefined}
          title={entry.reason || undefined}
          className={entry.danger ? "sc-menu-item sc-menu-danger" : "sc-menu-item"}
          onClick={() => {
            close();
            onChoose(entry.key);
          }}
        >
          {entry.icon}
          <span>{entry.label}</span>
        </button>
      ))}
    </div>,
    document.body,
  );
}
