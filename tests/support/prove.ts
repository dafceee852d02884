import { it, type TestAPI } from "vitest";
import { seededPick } from "./seeded-pick.ts";

export const isProving = process.env.PROVE === "1";
export const proveCount = (sample: number, whole: number): number => (isProving ? whole : sample);
/** Where a generator begins; `PROVE_SEED` names another place, to look where nobody has looked yet. */
export const proveSeed = Number(process.env.PROVE_SEED ?? 20_261_123);

const left = Object.assign(() => undefined, { each: () => () => undefined }) as unknown as TestAPI;
/** A case that runs when proving only: `npm test` shows its rule with a smaller one or on a lower level (decision 0185). */
export const proveIt: TestAPI = isProving ? it : left;

/**
 * Of each kind a few at random places, the same ones for the same seed; all of them when proving. For a walk over
 * everything there is, where one kind is one piece of code.
 */
export function proveSample<Item>(items: readonly Item[], kindOf: (item: Item) => string, ofEach: number): Item[] {
  if (isProving) return [...items];
  const byKind = new Map<string, Item[]>();
  for (const item of items) byKind.set(kindOf(item), [...(byKind.get(kindOf(item)) ?? []), item]);
  const pick = seededPick(proveSeed);
  const chosen = new Set<Item>();
  for (const rest of byKind.values()) {
    for (let count = 0; count < ofEach && rest.length > 0; count += 1) {
      for (const item of rest.splice(pick(rest.length), 1)) chosen.add(item);
    }
  }
  return items.filter((item) => chosen.has(item));
}
