import { type RefObject, useId, useMemo } from "react";
import type { EditableGridProps } from "./editable-grid-props.ts";
import type { GridParts } from "./grid-parts.ts";
import { rowHeightOf } from "./use-grid-settings.ts";

interface Windows {
  /** Opens the search of the table. */
  find(): void;
  /** Shows one row with all its fields. */
  showDetails(rowId: string): void;
  /** Shows or hides what belongs to a row. */
  showBelow(rowId: string): void;
}

/** What rows, cells and editors of this table share; the same object until a prop changes that they read. */
export function useGridParts(
  props: EditableGridProps,
  root: RefObject<HTMLDivElement | null>,
  { find, showDetails, showBelow }: Windows,
): GridParts {
  const { model, cells, services, dictionaries, rowNumber, selection, dragSort, popover } = props;
  const id = useId();
  const rowHeight = rowHeightOf(props.rowHeight, props.view?.settings.density);
  const alwaysEdit = props.alwaysEdit ?? false;
  const hasBelow = popover !== undefined;
  return useMemo<GridParts>(
    () => ({
      id,
      model,
      cells,
      services,
      dictionaries,
      rowHeight,
      rowNumber,
      selection,
      dragSort,
      alwaysEdit,
      showDetails,
      ...(hasBelow ? { showBelow } : {}),
      find,
      focus: () => root.current?.focus({ preventScroll: true }),
      isOnItsWay: () => model.active?.isEditing === true && document.activeElement === root.current,
    }),
    [
      id,
      model,
      cells,
      services,
      dictionaries,
      rowHeight,
      rowNumber,
      selection,
      dragSort,
      alwaysEdit,
      hasBelow,
      find,
      showDetails,
      showBelow,
      root,
    ],
  );
}
