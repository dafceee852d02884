import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { type Block, pasteBlock, type ReadCell } from "./clipboard.ts";
import { findWords } from "./find-words.ts";
import type { GridModel } from "./grid-model.ts";
import { readPasted, wordsToFind } from "./read-pasted.ts";

interface PasteParts {
  readonly model: GridModel;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

const none: ReadonlyMap<string, ReadCell> = new Map();

/**
 * Puts copied texts in, words of other models' rows resolved first.
 *
 * @returns rows that found no room
 * @throws RequestError when words could not be looked up: nothing is put in
 */
export async function pasteTexts(
  { model, services, dictionaries }: PasteParts,
  texts: readonly (readonly string[])[],
): Promise<number> {
  const range = model.range();
  if (!range) return 0;
  const isOne = texts.length === 1 && texts[0]?.length === 1;
  const columns = model.columns.slice(range.left, isOne ? range.right + 1 : undefined);
  const widened = isOne ? [columns.map(() => texts[0]?.[0] ?? "")] : texts;
  const found = await findWords(services, wordsToFind(columns, widened));
  const { dropped } = pasteBlock(model, texts, (column, text) =>
    readPasted(column, text, dictionaries.options(column.dict), found.get(column) ?? none),
  );
  return dropped;
}

/** Puts cells in that were copied in the console: their values are known. */
export function pasteCells(model: GridModel, block: Block): number {
  return pasteBlock(model, block, (column, { value, text }) =>
    column.dict?.kind === "model" ? { value, text } : { value },
  ).dropped;
}
