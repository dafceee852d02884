import type { MenuItem } from "../router/menu-routes.ts";

/** One page of the menu, as the search lists it. */
export interface SearchEntry {
  readonly path: string;
  readonly title: string;
  /** Titles of the groups around it, outermost first. */
  readonly trail: readonly string[];
  readonly foreignUrl: string | undefined;
}

/** Every line of the menu that opens something, in the menu's order. */
export function searchEntries(items: readonly MenuItem[], trail: readonly string[] = []): readonly SearchEntry[] {
  return items.flatMap(({ path, title, foreignUrl, children, aggregated }) => {
    const below = searchEntries([...children, ...aggregated], [...trail, title]);
    return children.length > 0 ? below : [{ path, title, trail, foreignUrl }, ...below];
  });
}

/** The entries whose titles hold the text; titles that begin with it first, those found by their group last. */
export function findEntries(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return entries;
  const rank = ({ title, trail }: SearchEntry): number => {
    const at = title.toLowerCase().indexOf(text);
    if (at >= 0) return Math.min(at, 1);
    return trail.some((group) => group.toLowerCase().includes(text)) ? 2 : -1;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((found) => found.rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

export interface SearchSection {
  readonly title: string;
  readonly entries: readonly SearchEntry[];
}

/** What the search shows before anything is typed: marked pages, the last ones, then all. Empty sections are left out. */
export function restingSections(
  entries: readonly SearchEntry[],
  places: { readonly marked: readonly string[]; readonly recent: readonly string[] },
  titles: { readonly marked: string; readonly recent: string; readonly all: string },
): readonly SearchSection[] {
  const pick = (paths: readonly string[]) =>
    paths.flatMap((path) => entries.find((entry) => entry.path === path) ?? []);
  return [
    { title: titles.marked, entries: pick(places.marked) },
    { title: titles.recent, entries: pick(places.recent.filter((path) => !places.marked.includes(path))) },
    { title: titles.all, entries },
  ].filter((section) => section.entries.length > 0);
}
