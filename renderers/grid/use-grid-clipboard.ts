import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { formatBytes } from "../../runtime/format/bytes.ts";
import { parseTsv, printTsv } from "../../runtime/format/separated-text.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { textOfCell } from "../cells/cell-text.ts";
import { type Block, blockType, readBlock } from "./clipboard.ts";
import { clearRange } from "./grid-blocks.ts";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";

/** Characters of a clipboard that are taken; more would hold the page up. */
const mostText = 5 * 1024 * 1024;

/** Copy, cut and paste of a block; in an open editor a text stays the editor's own, a block does not. */
export function useGridClipboard(parts: GridParts) {
  const { model, cells, services } = parts;
  const isClosed = () => model.active !== undefined && !model.active.isEditing;

  const copy = (event: ClipboardEvent): boolean => {
    if (!isClosed()) return false;
    const block = readBlock(model, (column, row) =>
      column.cell.kind === "cell" ? textOfCell(column, column.cell, row, cells) : String(row[column.name] ?? ""),
    );
    if (block.length === 0) return false;
    event.preventDefault();
    event.clipboardData.setData("text/plain", printTsv(block.map((row) => row.map((cell) => cell.text))));
    event.clipboardData.setData(blockType, JSON.stringify(block));
    return true;
  };
  const paste = async (own: Block | undefined, text: string) => {
    try {
      const { pasteCells, pasteTexts } = await import("./paste-text.ts");
      const { dropped, skipped } = own ? pasteCells(model, own) : await pasteTexts(parts, parseTsv(text));
      if (dropped > 0) services.notify("warning", gridMessages.noRoom(dropped, model.limits.max));
      if (skipped > 0) services.notify("warning", gridMessages.skipped(skipped));
    } catch (reason) {
      services.notify("error", textOfReason(reason));
    }
  };
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) clearRange(model);
    },
    onPaste: (event: ClipboardEvent) => {
      const { active } = model;
      if (!active || model.isLocked) return;
      const text = event.clipboardData.getData("text/plain");
      const own = readOwn(event.clipboardData.getData(blockType));
      if (active.isEditing && !(own ? isSeveral(own) : isBlockFor(event.target, text))) return;
      event.preventDefault();
      event.stopPropagation();
      if (text.length > mostText) {
        services.notify("error", gridMessages.tooMuch(formatBytes(text.length)));
        return;
      }
      if (active.isEditing) {
        // What was typed in the cell gives way to what is put in.
        flushSync(() => model.stop());
        parts.focus();
      }
      void paste(own, text);
    },
  };
}

const isSeveral = (block: Block): boolean => block.length > 1 || (block[0]?.length ?? 0) > 1;

/** Lines alone are no block in an editor of several lines. */
function isBlockFor(target: EventTarget, text: string): boolean {
  if (text.includes("\t")) return true;
  return !(target instanceof HTMLTextAreaElement) && /\n(?!$)/.test(text.replace(/\r\n?/g, "\n"));
}

/** Another page could have written the type: only a list of lists of cells is taken. */
function readOwn(text: string): Block | undefined {
  if (text === "" || text.length > mostText) return undefined;
  try {
    const block: unknown = JSON.parse(text);
    const isCell = (cell: unknown) => typeof cell === "object" && cell !== null && "value" in cell && "text" in cell;
    const isBlock = Array.isArray(block) && block.every((row) => Array.isArray(row) && row.every(isCell));
    return isBlock ? (block as Block) : undefined;
  } catch {
    return undefined;
  }
}
