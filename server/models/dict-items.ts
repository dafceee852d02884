import { loadDictTexts } from "./dict-text.ts";
import { readKept, type Work } from "./engine-parts.ts";

/** The items of a plain dictionary by value, for checks; undefined when there is no such dictionary. */
export async function itemsOf(work: Work, code: string): Promise<ReadonlyMap<string, string> | undefined> {
  const { models } = work.parts;
  const tables = ["system/dict", "system/dict-item"].flatMap((id) => models.get(id)?.table ?? []);
  const load = async () => (await loadDictTexts(work.trx, models, [code])).get(code);
  return readKept(work, `items ${code}`, tables, load);
}
