import { type RefObject, useLayoutEffect } from "react";
import { useEvent } from "../layouts/use-event.ts";
import type { EditableGridProps } from "./editable-grid-props.ts";
import type { GridParts } from "./grid-parts.ts";
import { offerWrongCells, type WrongCells } from "./wrong-cells.ts";

/**
 * Lets the form walk through the wrong cells of this table.
 *
 * @param onBeyond leads on where the table has no further wrong cell; absent = it begins again
 * @returns goes to the next wrong cell, or the one before
 */
export function useWrongWalk(
  parts: GridParts,
  root: RefObject<HTMLDivElement | null>,
  onBeyond: EditableGridProps["onBeyond"],
): (step: 1 | -1) => void {
  const { model } = parts;
  const go: WrongCells["go"] = useEvent((step, from) => {
    if (!model.nextError(step, from === "start" ? "start" : "on")) return false;
    parts.focus();
    return true;
  });
  useLayoutEffect(() => {
    const table = root.current?.closest("section");
    return table ? offerWrongCells(table, { go }) : undefined;
  }, [root, go]);
  return useEvent((step: 1 | -1) => {
    if (model.nextError(step, onBeyond ? "on" : "round")) parts.focus();
    else onBeyond?.(step, root.current?.closest("section") ?? undefined);
  });
}
