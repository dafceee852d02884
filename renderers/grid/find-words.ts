import type { GridColumnPlan } from "../../runtime/compile/plan.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import type { ReadCell } from "./clipboard.ts";
import { gridMessages } from "./grid-messages.ts";
import type { FoundRows } from "./read-pasted.ts";

/** Words of one call: the address of a call has room for about 16,000 characters. */
const wordsPerCall = 150;
/** Rows that one call may answer; several can have the same words. */
const mostAnswers = 1000;

/**
 * Finds rows of other models by their words or their values, all of a column in one call.
 *
 * @throws RequestError of a call that failed
 */
export async function findWords(
  services: ConsoleServices,
  wanted: ReadonlyMap<GridColumnPlan, readonly string[]>,
): Promise<ReadonlyMap<GridColumnPlan, FoundRows>> {
  const found = await Promise.all(
    [...wanted].map(async ([column, words]) => [column, await findIn(services, column, words)] as const),
  );
  return new Map(found);
}

async function findIn(services: ConsoleServices, { dict }: GridColumnPlan, words: readonly string[]) {
  if (dict?.kind !== "model") return new Map<string, ReadCell>();
  const name = [dict.model, dict.text, dict.value].join(",");
  const answers: DictOption[] = [];
  for (let at = 0; at < words.length; at += wordsPerCall) {
    // The comma at the end: these words exactly, even when there is only one.
    const keyword = `${words.slice(at, at + wordsPerCall).join(",")},`;
    answers.push(...(await services.dictionaries.search(name, keyword, mostAnswers)));
  }
  return new Map(words.map((word) => [word, resolve(word, answers)] as const));
}

function resolve(word: string, answers: readonly DictOption[]): ReadCell {
  const byText = answers.filter(({ text }) => text === word);
  const matches = byText.length > 0 ? byText : answers.filter(({ value }) => value === word);
  const [match] = matches;
  if (!match) return { value: word, text: word, misfit: gridMessages.notFound(word) };
  if (matches.length > 1) {
    return { value: word, text: word, misfit: gridMessages.foundSeveral(word, matches.length) };
  }
  return { value: match.value, text: match.text };
}
