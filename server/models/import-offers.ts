import { distance } from "fastest-levenshtein";
import { pinyinText } from "./pinyin.ts";

/** Texts offered in place of one wrong text. */
const most = 3;

/**
 * The candidates that a wrong text may have meant, the likeliest first: one inside the other, the same sound, or a few
 * letters apart.
 *
 * @example nearestTexts("女性", ["男", "女"]) // ["女"]
 * @example nearestTexts("清溪路电", ["清溪路店", "解放路店"]) // ["清溪路店"]
 */
export function nearestTexts(wrong: string, candidates: readonly string[]): readonly string[] {
  const text = wrong.toLowerCase();
  if (text === "") return [];
  const sound = pinyinText(wrong);
  const ranked = candidates.flatMap((candidate) => {
    const rank = rankOf(text, sound, candidate);
    return rank === undefined ? [] : [{ candidate, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Lower is nearer; undefined for a text that nobody would take for the other. */
function rankOf(text: string, sound: string | null, candidate: string): number | undefined {
  const other = candidate.toLowerCase();
  if (other === "") return undefined;
  const longer = Math.max(text.length, other.length);
  const edits = distance(text, other);
  if (sound !== null && edits <= 2 && text.length === other.length && pinyinText(candidate) === sound) return 0;
  if (edits <= Math.max(1, Math.floor(text.length * 0.4)) && edits * 2 < longer) return edits / longer;
  const shorter = Math.min(text.length, other.length);
  return text.includes(other) || other.includes(text) ? 1 + (longer - shorter) / longer : undefined;
}
