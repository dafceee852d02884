import type { Choice } from "../editors/dict-choices.ts";

/** What a query asks with: a list of codes, or one; nothing where nothing is chosen. */
export function queryValue(chosen: readonly Choice[], several: boolean): readonly string[] | string | undefined {
  return several ? chosen.map(({ value }) => value) : chosen[0]?.value;
}
