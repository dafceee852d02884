import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { type Block, type PasteResult, pasteBlock, type ReadCell } from "./clipboard.ts";
import { findWords } from "./find-words.ts";
import type { GridModel } from "./grid-model.ts";
import { readPasted, wordsToFind } from "./read-pasted.ts";

interface PasteParts {
  readonly model: GridModel;
  readonly services: ConsoleServices;
  readonly dictionaries: DictionaryCache;
}

type Skipped = Pick<PasteResult, "dropped" | "skipped">;

const none: ReadonlyMap<string, ReadCell> = new Map();

/**
 * Puts copied texts in, words of other models' rows resolved first.
 *
 * @returns rows that found no room, and cells that came to lie where nothing can be written
 * @throws RequestError when words could not be looked up: nothing is put in
 */
export async function pasteTexts(
  { model, services, dictionaries }: PasteParts,
  texts: readonly (readonly string[])[],
): Promise<Skipped> {
  const range = model.range();
  if (!range) return { dropped: 0, skipped: 0 };
  const isOne = texts.length === 1 && texts[0]?.length === 1;
  const columns = model.columns.slice(range.left, isOne ? range.right + 1 : undefined);
  const widened = isOne ? [columns.map(() => texts[0]?.[0] ?? "")] : texts;
  const found = await findWords(services, wordsToFind(columns, widened));
  return pasteBlock(model, texts, (column, text) =>
    readPasted(column, text, dictionaries.options(column.dict), found.get(column) ?? none),
  );
}

/** Puts cells in that were copied in the console: their values are known, and those of closed cells follow by themselves. */
export function pasteCells(model: GridModel, block: Block): Skipped {
  const { dropped } = pasteBlock(model, block, (column, { value, text }) =>
    column.dict?.kind === "model" ? { value, text } : { value },
  );
  return { dropped, skipped: 0 };
}
