import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import { readSuperQuery, type SuperNode, type SuperQuery } from "../../runtime/query/super-query.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";

/** QRY-03: key of what a browser keeps for one page path. */
export const localKey = (path: string): string => `JSuperQuerySaved_${path}`;

/** One entry as the browser stores it. */
interface LocalEntry {
  readonly title: string;
  readonly matchType: "and" | "or";
  readonly records: readonly SuperNode[];
}

/** The queries kept in this browser for a page; what cannot be read is left out. */
export function readLocal(path: string): readonly SavedQuery[] {
  return readEntries(path).flatMap((entry) => {
    const query = readSuperQuery({ matchType: entry.matchType, conditions: entry.records });
    if (!query || typeof entry.title !== "string") return [];
    return [localQuery(entry.title, query)];
  });
}

function readEntries(path: string): readonly LocalEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(localKey(path)) ?? "[]");
    return Array.isArray(stored) ? (stored.filter((entry) => entry) as LocalEntry[]) : [];
  } catch {
    return [];
  }
}

const localQuery = (title: string, query: SuperQuery): SavedQuery => ({
  ...query,
  id: title,
  version: 0,
  title,
  audience: "mine",
  audienceKey: "",
  isDefault: false,
  canChange: true,
});

/** Adds or replaces by title. Answers false when the browser's store is full or closed. */
export function writeLocal(path: string, title: string, query: SuperQuery): boolean {
  const entries = readEntries(path).filter((entry) => entry.title !== title);
  return store(path, [...entries, { title, matchType: query.matchType, records: query.conditions }]);
}

export function removeLocal(path: string, title: string): boolean {
  return store(
    path,
    readEntries(path).filter((entry) => entry.title !== title),
  );
}

function store(path: string, entries: readonly LocalEntry[]): boolean {
  try {
    localStorage.setItem(localKey(path), JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}

const url = "/lowcode/savedQueries";

/** What a person may use of a page, from the server. */
export const loadSaved = (services: ConsoleServices, screen: string): Promise<readonly SavedQuery[]> =>
  services.request<readonly SavedQuery[]>({ method: "GET", url, params: { screen } });

/** Saves on the server, over the row `id` when there is one. */
export const saveOnServer = (services: ConsoleServices, body: Readonly<Record<string, unknown>>): Promise<SavedQuery> =>
  services.request<SavedQuery>({ method: "POST", url, data: body });

export const removeOnServer = (services: ConsoleServices, id: string): Promise<unknown> =>
  services.request({ method: "DELETE", url, params: { id } });
