import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import ClearOutlined from "@ant-design/icons/ClearOutlined";
import CopyOutlined from "@ant-design/icons/CopyOutlined";
import DeleteOutlined from "@ant-design/icons/DeleteOutlined";
import ProfileOutlined from "@ant-design/icons/ProfileOutlined";
import SubnodeOutlined from "@ant-design/icons/SubnodeOutlined";
import { ActionMenu } from "../layouts/ActionMenu.tsx";
import type { MenuEntry } from "../layouts/MenuPopup.tsx";
import type { Point } from "../layouts/PopupAnchor.tsx";
import { clearRange } from "./grid-blocks.ts";
import { addBelow, duplicateRows, insertRow } from "./grid-commands.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";
import { removeRows } from "./remove-rows.ts";

export interface MenuPlace {
  readonly anchor: HTMLElement;
  /** The pointer; undefined = below the anchor. */
  readonly at?: Point | undefined;
  /** The rows that the entries work on. */
  readonly ids: readonly string[];
}

interface GridMenuProps {
  readonly parts: GridParts;
  readonly place: MenuPlace;
  /** Opened at a cell, which can be emptied; a toolbar has no cell, and removes rows by a button of its own. */
  readonly isOfCell: boolean;
  readonly more?: readonly (MenuEntry & { readonly run: () => void })[];
  onClose(): void;
}

/** What can be done with the rows under the pointer, or with the chosen ones. */
export function GridMenu({ parts, place, isOfCell, more = [], onClose }: GridMenuProps) {
  const { model } = parts;
  const { ids } = place;
  const isClosed = !model.canAdd;
  const [first] = ids;
  const { showDetails } = parts;
  const details =
    showDetails && first !== undefined
      ? [
          {
            key: "details",
            label: gridMessages.details,
            icon: <ProfileOutlined aria-hidden="true" />,
            extra: keyWords("Mod+I"),
            run: () => showDetails(first),
          },
        ]
      : [];
  const entries = [
    ...details,
    ...(model.offersAdd && model.tree && first !== undefined && !model.store.isInserted(first)
      ? [
          {
            key: "child",
            label: gridMessages.addBelow,
            icon: <SubnodeOutlined aria-hidden="true" />,
            disabled: isClosed,
            run: () => void addBelow(parts, first),
          },
        ]
      : []),
    ...(model.offersAdd
      ? [
          {
            key: "above",
            label: gridMessages.insertAbove,
            icon: <ArrowUpOutlined aria-hidden="true" />,
            extra: keyWords("Mod+Shift+Enter"),
            disabled: isClosed,
            run: () => void insertRow(parts, "above", ids),
          },
          {
            key: "below",
            label: gridMessages.insertBelow,
            icon: <ArrowDownOutlined aria-hidden="true" />,
            extra: keyWords("Mod+Enter"),
            disabled: isClosed,
            run: () => void insertRow(parts, "below", ids),
          },
          {
            key: "duplicate",
            label: gridMessages.duplicate(ids.length),
            icon: <CopyOutlined aria-hidden="true" />,
            extra: keyWords("Mod+Shift+D"),
            disabled: isClosed || ids.length === 0,
            run: () => duplicateRows(parts, ids),
          },
        ]
      : []),
    ...more,
    ...(isOfCell
      ? [
          {
            key: "clear",
            label: gridMessages.clearCell,
            icon: <ClearOutlined aria-hidden="true" />,
            extra: keyWords("Delete"),
            run: () => clearRange(model),
          },
          {
            key: "remove",
            label: gridMessages.removeRow(ids.length),
            icon: <DeleteOutlined aria-hidden="true" />,
            extra: keyWords("Mod+Delete"),
            danger: true,
            disabled: !model.canRemove,
            run: () => void removeRows(parts, ids),
          },
        ]
      : []),
  ];
  return (
    <ActionMenu
      anchor={place.anchor}
      at={place.at}
      label={gridMessages.rowMenu}
      entries={entries.map(({ run: _run, ...entry }) => entry)}
      onChoose={(key) => {
        entries.find((entry) => entry.key === key)?.run();
        // A window that opened has the focus itself.
        if (key !== "details") parts.focus();
      }}
      onClose={onClose}
    />
  );
}

const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = isApple
  ? { Mod: "⌘", Shift: "⇧", Enter: "↵", Delete: "⌫" }
  : { Mod: "Ctrl" };

/** A shortcut in the words of this machine's keyboard: `Mod+Shift+D` → `Ctrl+Shift+D` or `⌘⇧D`. */
const keyWords = (keys: string): string =>
  keys
    .split("+")
    .map((key) => signs[key] ?? key)
    .join(isApple ? "" : "+");
