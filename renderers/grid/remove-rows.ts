import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

/** Asks, then takes the rows away. */
export async function removeRows({ model, services }: GridParts, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { removeTitle, removeText, removeRows: label } = gridMessages;
  const isSure = await services.confirm({
    title: removeTitle,
    content: removeText(ids.length),
    danger: true,
    okText: label(ids.length, model.limits.removeLabel),
  });
  if (isSure) model.removeRows(ids);
}
