/** Something picked: what is stored, its words, and the row it came from when it was seen. */
export interface Pick {
  readonly value: string;
  readonly text: string;
  readonly row?: Readonly<Record<string, unknown>>;
}

/** The picks after one was pressed: taken out when it is there, added or put in the only place otherwise. */
export function togglePick(picks: readonly Pick[], pick: Pick, multiple: boolean): readonly Pick[] {
  if (picks.some((one) => one.value === pick.value)) return picks.filter((one) => one.value !== pick.value);
  return multiple ? [...picks, pick] : [pick];
}
