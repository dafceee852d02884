import type { KeyboardEvent, RefObject } from "react";
import { flushSync } from "react-dom";
import { perform } from "./grid-commands.ts";
import { commandOf, type GridCommand } from "./grid-keys.ts";
import type { GridParts } from "./grid-parts.ts";
import { keepKey } from "./waiting-keys.ts";

/** Commands that need no active cell. */
const anywhere: ReadonlySet<GridCommand["kind"]> = new Set(["undo", "redo", "find"]);

/**
 * Keys of the table itself: each finds the active cell drawn, and one that comes while an editor is on its way waits for it.
 *
 * @param show brings the active cell into sight
 */
export function useGridKeys(parts: GridParts, root: RefObject<HTMLDivElement | null>, show: () => void) {
  const { model } = parts;
  const take = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const run = (command: GridCommand, event: KeyboardEvent) => {
    if (!model.active && !anywhere.has(command.kind)) {
      if (command.kind !== "move") return;
      model.move(0, 0);
    } else if (!perform(command, parts)) return;
    take(event);
  };
  return (event: KeyboardEvent) => {
    if (event.target !== root.current) return;
    if (model.active?.isEditing) {
      if (keepKey(event, model)) take(event);
      return;
    }
    const command = commandOf(event);
    // The editor has to be there before the letter that opened it is put in.
    if (!command) return;
    show();
    flushSync(() => run(command, event));
  };
}
