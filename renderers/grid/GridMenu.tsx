import { ActionMenu } from "../layouts/ActionMenu.tsx";
import type { Point } from "../layouts/PopupAnchor.tsx";
import { removeRows } from "./GridToolbar.tsx";
import { duplicateRow } from "./grid-commands.ts";
import { gridMessages } from "./grid-messages.ts";
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
    { key: "above", label: gridMessages.insertAbove, disabled: !canAdd },
    { key: "below", label: gridMessages.insertBelow, disabled: !canAdd },
    { key: "duplicate", label: gridMessages.duplicate, disabled: !canAdd },
    { key: "clear", label: gridMessages.clearCell },
    { key: "remove", label: gridMessages.removeRow, danger: true, disabled: !model.canRemove },
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
      label={gridMessages.rowMenu}
      entries={entries}
      onChoose={(key) => {
        choices[key]?.();
        parts.focus();
      }}
      onClose={onClose}
    />
  );
}
