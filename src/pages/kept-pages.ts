import type { MatchedRoute } from "../router/menu-routes.ts";

/** One page that stays mounted while its tab is open. */
export interface KeptPage {
  /** Another key draws the page anew. */
  readonly key: string;
  readonly path: string;
  readonly match: MatchedRoute;
  /** Query it was opened with, with its question mark. */
  readonly search: string;
  /** The navigation that showed it last; one navigation is looked at once. */
  readonly locationKey: string;
  /** Counts up with each showing; the longest unseen page goes first when there are too many. */
  readonly seen: number;
}

/** What the address shows now. */
export interface ShownPage {
  readonly path: string;
  readonly match: MatchedRoute;
  readonly search: string;
  /** Query that its tab was last seen with: what the page made of its address since the navigation. */
  readonly tabSearch: string;
  readonly locationKey: string;
  /** Counted up by 刷新. */
  readonly round: number;
  /** The person came back to the page as they left it: by its tab, or by going back. */
  readonly isReturn: boolean;
}

/**
 * Pages mounted at once, hidden ones included. Beyond it the longest unseen one is drawn anew when it is shown again.
 */
export const maxKept = 40;

/**
 * The pages that stay mounted after a navigation. Returns the same list when nothing changes.
 *
 * A page that is open goes on as it is when the person comes back to it or when the new address says nothing about its
 * query; an address with a query of its own (a figure that leads to a filtered list) draws it anew.
 */
export function keepPages(
  kept: readonly KeptPage[],
  shown: ShownPage | undefined,
  isKept: (page: KeptPage) => boolean,
): readonly KeptPage[] {
  const others = kept.filter((page) => page.path !== shown?.path && isKept(page));
  if (!shown) return others.length === kept.length ? kept : others;
  const before = kept.find((page) => page.path === shown.path);
  if (before && others.length === kept.length - 1 && isSettled(before, shown)) return kept;
  const latest = Math.max(0, ...kept.map(({ seen }) => seen)) + 1;
  const match = before && isSameMatch(before.match, shown.match) ? before.match : shown.match;
  const page = { ...goOn(before, shown), locationKey: shown.locationKey, match, seen: latest };
  return inPlace(kept, page, others.length < maxKept ? others : withoutOldest(others));
}

function isSettled(page: KeptPage, shown: ShownPage): boolean {
  return page.locationKey === shown.locationKey && isSameMatch(page.match, shown.match) && isRound(page, shown);
}

/** A menu that was read again answers an equal route in another object; the page goes on. */
function isSameMatch(one: MatchedRoute, other: MatchedRoute): boolean {
  const face = ({ route, params }: MatchedRoute) => JSON.stringify([route.title, route.target, route.crumbs, params]);
  return one === other || face(one) === face(other);
}

function isRound(page: KeptPage, shown: ShownPage): boolean {
  return page.key.startsWith(`${shown.path} ${shown.round} `);
}

function goOn(before: KeptPage | undefined, shown: ShownPage): Pick<KeptPage, "key" | "path" | "search"> {
  const { path, search, tabSearch, locationKey, round } = shown;
  const isSameVisit = before?.locationKey === locationKey;
  if (before && isRound(before, shown) && (isSameVisit || shown.isReturn || search === "")) {
    return { key: before.key, path, search: before.search };
  }
  const wanted = isSameVisit ? tabSearch : search || tabSearch;
  return { key: `${path} ${round} ${locationKey}`, path, search: wanted };
}

/** The order of the others never changes: moving an element would lose the scroll position of what is inside. */
function inPlace(kept: readonly KeptPage[], page: KeptPage, others: readonly KeptPage[]): readonly KeptPage[] {
  if (!kept.some(({ path }) => path === page.path)) return [...others, page];
  return kept.flatMap((each) => (each.path === page.path ? [page] : others.includes(each) ? [each] : []));
}

function withoutOldest(pages: readonly KeptPage[]): readonly KeptPage[] {
  const oldest = pages.reduce((one, other) => (other.seen < one.seen ? other : one));
  return pages.filter((page) => page !== oldest);
}
