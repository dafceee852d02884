import { distance } from "fastest-levenshtein";

/**
 * The candidate most like a misspelt word, or undefined when none is near: at most two edits, or 40 % of the word, and never
 * so many that fewer than two letters stay (`tp` is `tip` without a letter). Two neighbouring letters swapped count as half an
 * edit, because that is how people mistype. Of equally near ones the first wins, so callers list the likeliest first.
 *
 * @param limit most edits
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit = Math.max(2, Math.floor(word.length * 0.4)),
): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const edits = isSwap(lower, candidate.toLowerCase()) ? 0.5 : distance(lower, candidate.toLowerCase());
    const isOneMore = edits === 1 && candidate.length > word.length && word.length > 1;
    if (edits < bestDistance && (edits < 1 || isOneMore || word.length - edits >= 2)) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length || a === b) return false;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
