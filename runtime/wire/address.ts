import type { SortKey } from "../model/resolved-model.ts";
import { readSuperText, type SuperQuery, writeSuperText } from "../query/super-query.ts";

/** What of a list stands in the address, so that reload, back and a sent link show the same rows. */
export interface ListAddress {
  readonly values: Readonly<Record<string, unknown>>;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort: SortKey;
  readonly tab: string | undefined;
  /** The applied advanced query. */
  readonly superQuery?: SuperQuery | undefined;
  /** Fields that the rows are grouped by, the outermost first; absent = none. */
  readonly groups?: readonly string[] | undefined;
  /** The month of a calendar, `yyyy-MM`; absent = the rows stand in pages. */
  readonly month?: string | undefined;
}

const filterPrefix = "q.";

/**
 * Writes what differs from the defaults into the query part of an address; other parameters stay.
 *
 * @param search the present query part, with or without `?`
 * @returns the new query part, without `?` when empty
 */
export function writeAddress(search: string, state: ListAddress, defaults: ListAddress): string {
  const params = new URLSearchParams(search);
  for (const name of [...params.keys()]) {
    if (name.startsWith(filterPrefix)) params.delete(name);
  }
  for (const [name, value] of Object.entries(state.values)) {
    if (isEmpty(value)) continue;
    params.set(filterPrefix + name, typeof value === "string" ? value : JSON.stringify(value));
  }
  setOrDelete(params, "page", state.pageNo !== defaults.pageNo, String(state.pageNo));
  setOrDelete(params, "size", state.pageSize !== defaults.pageSize, String(state.pageSize));
  const sorted = state.sort.field !== defaults.sort.field || state.sort.order !== defaults.sort.order;
  setOrDelete(params, "sort", sorted, `${state.sort.field}.${state.sort.order}`);
  setOrDelete(params, "tab", state.tab !== defaults.tab, state.tab ?? "");
  setOrDelete(
    params,
    "super",
    state.superQuery !== undefined,
    state.superQuery ? writeSuperText(state.superQuery) : "",
  );
  const groups = (state.groups ?? []).join(",");
  setOrDelete(params, "group", groups !== (defaults.groups ?? []).join(","), groups);
  setOrDelete(params, "month", state.month !== undefined, state.month ?? "");
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** Reads an address; whatever is missing, foreign or out of range is the default. */
export function readAddress(search: string, defaults: ListAddress, names: ReadonlySet<string>): ListAddress {
  const params = new URLSearchParams(search);
  const values: Record<string, unknown> = { ...defaults.values };
  for (const [name, text] of params) {
    const field = name.slice(filterPrefix.length);
    if (name.startsWith(filterPrefix) && names.has(field)) values[field] = readValue(text);
  }
  const [field, order] = (params.get("sort") ?? "").split(".");
  return {
    values,
    pageNo: readCount(params.get("page"), defaults.pageNo, 1_000_000_000),
    pageSize: readCount(params.get("size"), defaults.pageSize, 1000),
    sort: field && (order === "asc" || order === "desc") ? { field, order } : defaults.sort,
    tab: params.has("tab") ? params.get("tab") || undefined : defaults.tab,
    superQuery: readSuperText(params.get("super")),
    groups: params.get("group")?.split(",") ?? defaults.groups,
    month: /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get("month") ?? "")?.[0],
  };
}

function readValue(text: string): unknown {
  if (!text.startsWith("[")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readCount(text: string | null, fallback: number, max: number): number {
  const count = Number(text);
  return text && Number.isInteger(count) && count >= 1 && count <= max ? count : fallback;
}

function setOrDelete(params: URLSearchParams, name: string, keep: boolean, text: string): void {
  if (keep) params.set(name, text);
  else params.delete(name);
}

/** Nothing typed: null, blank text, or a list of nothing. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value === null || value === undefined || String(value).trim() === "";
}
