import type { ClipboardEvent } from "react";
import { textOfCell } from "../cells/cell-text.ts";
import { messages } from "../messages.ts";
import { type Block, blockType, parseTsv, pasteBlock, printTsv, readBlock, readText } from "./clipboard.ts";
import type { GridParts } from "./grid-parts.ts";

/** Copy, cut and paste of a block; the events of an open editor stay its own. */
export function useGridClipboard(parts: GridParts) {
  const { model, cells, dictionaries, services } = parts;
  const isOurs = () => model.active !== undefined && !model.active.isEditing;

  const onCopy = (event: ClipboardEvent) => {
    if (!isOurs()) return;
    const block = readBlock(model, (column, row) =>
      column.cell.kind === "cell" ? textOfCell(column, column.cell, row, cells) : String(row[column.name] ?? ""),
    );
    if (block.length === 0) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", printTsv(block.map((row) => row.map((cell) => cell.text))));
    event.clipboardData.setData(blockType, JSON.stringify(block));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!isOurs()) return;
    event.preventDefault();
    const own = readOwn(event.clipboardData.getData(blockType));
    const block = own ?? parseTsv(event.clipboardData.getData("text/plain"));
    const { changed, dropped } = pasteBlock(model, block, (column, text) =>
      readText(column, text, dictionaries.options(column.dict)),
    );
    for (const { id, key } of changed) model.settle(id, key);
    if (dropped > 0) services.notify("warning", messages.grid.noRoom(dropped, model.limits.max));
  };
  return { onCopy, onPaste };
}

/** Another page could have written the type: only a list of lists of cells is taken. */
function readOwn(text: string): Block | undefined {
  if (text === "") return undefined;
  try {
    const block: unknown = JSON.parse(text);
    const isCell = (cell: unknown) => typeof cell === "object" && cell !== null && "value" in cell && "text" in cell;
    const isBlock = Array.isArray(block) && block.every((row) => Array.isArray(row) && row.every(isCell));
    return isBlock ? (block as Block) : undefined;
  } catch {
    return undefined;
  }
}
