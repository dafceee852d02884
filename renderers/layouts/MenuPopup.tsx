import { Dropdown } from "antd";
import type { ReactNode } from "react";
import { type Point, PopupAnchor } from "./PopupAnchor.tsx";
import "./action-menu.css";

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** At the end of the line: the keys that do the same. */
  readonly extra?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Looks disabled and can still be reached, so that choosing it says why. */
  readonly closed?: boolean;
  readonly reason?: string;
  /** Makes the entry a choice among several. */
  readonly checked?: boolean;
}

export interface ActionMenuProps {
  /** What opened it, and gets the focus back. */
  readonly anchor: HTMLElement;
  /** Where it opens instead of below the anchor: at the pointer. */
  readonly at?: Point | undefined;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  onChoose(key: string): void;
  onClose(): void;
}

/** antd's Dropdown for an element that is there already: a row of a table mounts none before it is pressed. */
export function MenuPopup({ anchor, at, label, entries, onChoose, onClose }: ActionMenuProps) {
  const close = () => {
    onClose();
    anchor.focus({ preventScroll: true });
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={["click"]}
      classNames={{ root: "sc-action-menu" }}
      onOpenChange={close}
      menu={{
        "aria-label": label,
        selectedKeys: entries.filter(({ checked }) => checked).map(({ key }) => key),
        items: entries.map(toItem),
        onClick: ({ key, domEvent }) => {
          // The same Enter would press the first button of a question that opens.
          domEvent.preventDefault();
          onChoose(key);
        },
      }}
    >
      <PopupAnchor element={anchor} at={at} />
    </Dropdown>
  );
}

function toItem({ label, closed, reason, checked, ...entry }: MenuEntry) {
  return {
    ...entry,
    label: closed ? <span ref={markClosed}>{label}</span> : label,
    ...(reason ? { title: reason } : {}),
    ...(checked === undefined ? {} : { role: "menuitemradio", "aria-checked": checked }),
  };
}

/** antd's own `disabled` answers no press. */
function markClosed(label: HTMLElement | null): void {
  label?.closest('[role="menuitem"]')?.setAttribute("aria-disabled", "true");
}
