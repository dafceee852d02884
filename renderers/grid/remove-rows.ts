import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

/** Asks, then takes the rows away. */
export async function removeRows({ model, services }: GridParts, chosen: readonly string[]): Promise<void> {
  if (chosen.length === 0) return;
  const { tree } = model;
  // What hangs below a row goes with it: the question counts it.
  if (tree && !(await tree.readAll(chosen))) return;
  const ids = tree?.withBelow(chosen) ?? chosen;
  const { removeTitle, removeText, removeRows: label } = gridMessages;
  const isSure = await services.confirm({
    title: removeTitle,
    content: removeText(ids.length),
    danger: true,
    okText: label(ids.length, model.limits.removeLabel),
  });
  if (isSure) model.removeRows(ids);
}
