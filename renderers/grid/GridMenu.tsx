import { ActionMenu } from "../layouts/ActionMenu.tsx";
import type { Point } from "../layouts/PopupAnchor.tsx";
import { messages } from "../messages.ts";
import { removeRows } from "./GridToolbar.tsx";
import { duplicateRow } from "./grid-commands.ts";
import type { GridParts } from "./grid-parts.ts";

export interface MenuPlace {
  readonly anchor: HTMLElement;
  /** The pointer. */
  readonly at: Point;
  readonly id: string;
}

interface GridMenuProps {
  readonly parts: GridParts;
  readonly place: MenuPlace;
  onClose(): void;
}

/** What can be done with the row under the pointer. */
export function GridMenu({ parts, place, onClose }: GridMenuProps) {
  const { model } = parts;
  const { id } = place;
  const canAdd = model.canAdd;
  const entries = [
    { key: "above", label: messages.grid.insertAbove, disabled: !canAdd },
    { key: "below", label: messages.grid.insertBelow, disabled: !canAdd },
    { key: "duplicate", label: messages.grid.duplicate, disabled: !canAdd },
    { key: "clear", label: messages.grid.clearCell },
    { key: "remove", label: messages.grid.removeRow, danger: true, disabled: !model.canRemove },
  ];
  const choices: Readonly<Record<string, () => void>> = {
    above: () => void model.addRow(model.store.indexOf(id)),
    below: () => void model.addRow(model.store.indexOf(id) + 1),
    duplicate: () => duplicateRow(parts, id),
    clear: () => model.clearRange(),
    remove: () => void removeRows(parts, [id]),
  };
  return (
    <ActionMenu
      anchor={place.anchor}
      at={place.at}
      label={messages.grid.rowMenu}
      entries={entries}
      onChoose={(key) => {
        choices[key]?.();
        parts.focus();
      }}
      onClose={onClose}
    />
  );
}
