import type { Choice } from "../editors/dict-choices.ts";

const page = 8;

/** Which way a key moves in an open list; undefined = it does not. */
export const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };

/** The next entry that may be chosen: round the ends by one, up to them by a page. */
export function nextActive(choices: readonly Choice[], from: number, step: number): number {
  const count = choices.length;
  const isPage = Math.abs(step) > 1;
  let at = isPage ? Math.max(0, Math.min(count - 1, from + step)) : from + step;
  const one = Math.sign(step);
  for (let tried = 0; tried < count; tried += 1) {
    at = (at + count) % count;
    if (!choices[at]?.disabled) return at;
    at += one;
  }
  return -1;
}

/** Where the list opens: at what is chosen, else at the first entry that may be. */
export function firstActive(choices: readonly Choice[], chosen: ReadonlySet<string>): number {
  const at = chosen.size > 0 ? choices.findIndex(({ value }) => chosen.has(value)) : -1;
  return at >= 0 ? at : choices.findIndex(({ disabled }) => !disabled);
}
