import { commaParts } from "../format/text.ts";
import type { DictionaryCache } from "./dictionary-cache.ts";
import type { ListQuery } from "./list-query.ts";

/** Characters of all words together; a file has to keep a name that a folder can show. */
const longest = 60;

/**
 * What a list is narrowed to, for the name of a file: the tab in front, then each condition in the order of the query
 * bar, references and dictionary values by their words, a span of days by its two ends.
 *
 * @returns "" for a list that shows everything
 * @example filterWords(query, dictionaries) // "已完成_2026-11-01~2026-11-24"
 */
export function filterWords(query: Pick<ListQuery, "plan" | "applied" | "tab">, dictionaries: DictionaryCache): string {
  const { plan, applied, tab } = query;
  const wordsOf = (name: string, value: string): string => {
    const dict = plan.model.fields.get(name)?.dict;
    return (
      (dict ? dictionaries.text(dict, value) : undefined) ?? value.replace(/^(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d$/, "$1")
    );
  };
  const ofTab = tab === undefined || plan.tabs === undefined ? [] : [wordsOf(plan.tabs.field.name, tab)];
  const ofItems = plan.query.items.map(({ name, op }) => {
    const value = applied[name];
    if (op === "range") {
      const ends = Array.isArray(value) ? value.map((end) => (end ? wordsOf(name, String(end)) : "")) : [];
      return [...new Set(ends)].join("~");
    }
    return commaParts(value)
      .map((one) => wordsOf(name, one))
      .join("+");
  });
  const words = [...ofTab, ...ofItems].filter((word) => word !== "" && word !== "~").join("_");
  return Array.from(words.replace(/[\\/:*?"<>|\p{Cc}]/gu, ""))
    .slice(0, longest)
    .join("");
}
