import type { Row } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import { isAudience, type SavedQuery } from "../../../runtime/query/saved-query.ts";
import { readSuperQuery } from "../../../runtime/query/super-query.ts";
import type { Caller } from "../../auth/caller.ts";
import type { Engine } from "../engine.ts";

export const savedQueryModel = "system/saved-query";

/** Code of the button that lets a person save for everyone. */
export const shareWithAll = "system:saved-query:share";

/** Most saved queries that one page answers. */
const mostQueries = 200;

const is = (field: string, val: string) => ({ field, rule: "eq", val });
const all = (...conditions: readonly object[]) => ({ matchType: "and", conditions });

/** Whose saved queries a caller sees: their own, those of their roles and departments, and those for everyone. */
function seenBy(caller: Caller) {
  const own = all(is("audience", "mine"), is("createBy", caller.username));
  const shared = (audience: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : [all(is("audience", audience), { field: "audienceKey", rule: "in", val: [...keys] })];
  return {
    matchType: "or",
    conditions: [own, is("audience", "all"), ...shared("role", caller.roles), ...shared("depart", caller.orgCodes)],
  };
}

/** The saved queries of a page that the caller may use, their own first. */
export async function savedQueriesOf(engine: Engine, screen: string, caller: Caller): Promise<readonly SavedQuery[]> {
  const query = {
    superQueryParams: JSON.stringify([is("screen", screen), seenBy(caller)]),
    column: "createTime",
    order: "asc",
    pageSize: String(mostQueries),
  };
  const { records } = await engine.list(savedQueryModel, query, caller);
  const queries = records.flatMap((row) => readSavedRow(row, caller) ?? []);
  return [...queries].sort((a, b) => order.indexOf(a.audience) - order.indexOf(b.audience));
}

/** The nearer audience wins: what a person set for themselves goes before what their role or everyone has. */
const order: readonly SavedQuery["audience"][] = ["mine", "role", "depart", "all"];

/** What a page starts with when its address asks nothing. */
export const defaultQueryOf = async (engine: Engine, screen: string, caller: Caller): Promise<SavedQuery | undefined> =>
  (await savedQueriesOf(engine, screen, caller)).find((query) => query.isDefault);

/** A row as the browser reads it; undefined for one whose stored content is no query any more. */
export function readSavedRow(row: Row, caller: Caller): SavedQuery | undefined {
  const content = (row.content ?? {}) as Readonly<Record<string, unknown>>;
  const query = readSuperQuery(content);
  if (!query || !isAudience(row.audience)) return undefined;
  const { columns, sort } = content;
  return {
    id: String(row.id),
    version: Number(row.version),
    title: String(row.title),
    ...query,
    ...(Array.isArray(columns) ? { columns: columns.map(String) } : {}),
    ...(isSort(sort) ? { sort } : {}),
    audience: row.audience,
    audienceKey: String(row.audienceKey ?? ""),
    isDefault: row.isDefault === true,
    canChange: mayChange(row, caller),
  };
}

export const isSort = (sort: unknown): sort is { readonly field: string; readonly order: "asc" | "desc" } =>
  typeof sort === "object" &&
  sort !== null &&
  "field" in sort &&
  typeof sort.field === "string" &&
  "order" in sort &&
  (sort.order === "asc" || sort.order === "desc");

export const mayChange = (row: Row, caller: Caller): boolean => caller.isAdmin || row.createBy === caller.username;

/** Whether a caller may save for an audience: for roles and departments of their own, for everyone with a right. */
export function maySaveFor(audience: SavedQuery["audience"], key: string, caller: Caller): boolean {
  if (caller.isAdmin || audience === "mine") return true;
  if (audience === "role") return caller.roles.includes(key);
  if (audience === "depart") return caller.orgCodes.includes(key);
  return caller.permissions.has(shareWithAll) && decideAction(caller, shareWithAll).allowed;
}
