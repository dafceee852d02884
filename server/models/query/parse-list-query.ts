import type { ResolvedField, ResolvedModel, SortKey } from "../../../runtime/model/resolved-model.ts";
import { type Condition, every } from "../../../runtime/query/condition.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import { inList, parseBound, parseFilter, splitList } from "./parse-filter.ts";
import { parseSuperQuery, type QueryFields } from "./parse-super-query.ts";

/** Query parameters as the HTTP layer decoded them; a repeated parameter is a list. */
export type WireQuery = Readonly<Record<string, unknown>>;

export interface ListQuery {
  readonly where: Condition;
  readonly sort: readonly SortKey[];
  readonly pageNo: number;
  readonly pageSize: number;
}

export const maxPageSize = 1_000;
const defaultPageSize = 10;
/** Rows that may be skipped; deeper pages walk the whole table for a view nobody reads. */
export const maxOffset = 1_000_000;

/** Parameters of the list call itself; a field of that name cannot be filtered by its plain name. */
const reserved = new Set(["pageNo", "pageSize", "column", "order", "field", "superQueryParams", "superQueryMatchType"]);

/** The fields that a caller may ask about. */
export interface AskedFields extends QueryFields {
  /** @returns undefined for an unknown field. @throws AppError INVALID for one that the caller sees masked */
  readonly fieldOf: (name: string) => ResolvedField | undefined;
  readonly mayQuery: (field: ResolvedField) => boolean;
}

/**
 * Reads the parameters of a `list` call.
 *
 * @throws AppError INVALID naming the parameter that is not understood
 */
export function parseListQuery(model: ResolvedModel, query: WireQuery, asked: AskedFields): ListQuery {
  return {
    where: parseWhere(query, asked),
    sort: parseSort(model, textOf(query.column), textOf(query.order), asked),
    ...parsePage(query),
  };
}

/** The order in which a list opens, without what the caller may not tell rows apart by. */
export function openingSort(model: ResolvedModel, { mayQuery }: Pick<AskedFields, "mayQuery">): readonly SortKey[] {
  return model.sort.filter((key) => {
    const field = model.fields.get(key.field);
    return field !== undefined && mayQuery(field);
  });
}

/** The filter part alone: what `totals`, exports and batch calls over "all that match" share with the list. */
export function parseWhere(query: WireQuery, asked: Pick<AskedFields, "fieldOf" | "childFieldOf">): Condition {
  const { fieldOf, childFieldOf } = asked;
  const filters = Object.entries(query).flatMap(([name, value]) =>
    reserved.has(name) ? [] : (readParameter(name, value, fieldOf) ?? []),
  );
  const superQuery = parseSuperQuery(textOf(query.superQueryParams), textOf(query.superQueryMatchType), {
    fieldOf,
    ...(childFieldOf ? { childFieldOf } : {}),
  });
  return every(...filters, superQuery);
}

function readParameter(
  name: string,
  value: unknown,
  fieldOf: (name: string) => ResolvedField | undefined,
): Condition | undefined {
  // Clients send their empty boxes too, also of fields that may not be asked about.
  if (!Array.isArray(value) && textOf(value).trim() === "") return undefined;
  const field = fieldOf(name);
  if (field) return Array.isArray(value) ? inList(field, value.map(String), false) : parseFilter(field, textOf(value));
  const suffix = /^(.+)_(begin|end|MultiString)$/.exec(name);
  const base = suffix?.[1] === undefined ? undefined : fieldOf(suffix[1]);
  if (!base) return undefined;
  const text = textOf(value);
  if (suffix?.[2] === "MultiString") return inList(base, splitList(base, text), false);
  return parseBound(base, text, suffix?.[2] === "begin" ? "start" : "end");
}

function parseSort(model: ResolvedModel, column: string, order: string, fields: AskedFields): SortKey[] {
  const names = column
    .split(",")
    .map((name) => name.trim().replace(/_dictText$/, ""))
    .filter((name) => name !== "");
  if (names.length > 10) throw refuse("最多按 10 列排序");
  const direction = order === "" || !order.toLowerCase().includes("asc") ? "desc" : "asc";
  const asked = names.map((name): SortKey => {
    const field = fields.fieldOf(name);
    if (!field) throw refuse(`不支持按${quoted(name)}排序`);
    return { field: field.name, order: direction };
  });
  const keys = distinct([...asked, ...tieBreakers(openingSort(model, fields), asked.at(-1))]);
  if (keys.some((key) => key.field === "id")) return keys;
  return [...keys, { field: "id", order: keys.at(-1)?.order ?? "desc" }];
}

/**
 * Rows that are equal in what was asked stand as the list opens; turned round when the asked order goes the other way,
 * so that one index serves both.
 */
function tieBreakers(opening: readonly SortKey[], asked: SortKey | undefined): readonly SortKey[] {
  if (!asked || asked.order === opening[0]?.order) return opening;
  return opening.map(({ field, order }) => ({ field, order: order === "asc" ? "desc" : "asc" }));
}

/** A field counts where it stands first. */
function distinct(keys: readonly SortKey[]): SortKey[] {
  return keys.filter((key, index) => keys.findIndex((other) => other.field === key.field) === index);
}

function parsePage(query: WireQuery): { pageNo: number; pageSize: number } {
  const pageNo = Math.max(1, readWhole(query.pageNo, 1, "pageNo"));
  const pageSize = Math.min(maxPageSize, Math.max(1, readWhole(query.pageSize, defaultPageSize, "pageSize")));
  if ((pageNo - 1) * pageSize > maxOffset) throw refuse(`最多翻到第 ${maxOffset} 行，请缩小查询范围`);
  return { pageNo, pageSize };
}

function readWhole(value: unknown, fallback: number, name: string): number {
  const text = textOf(value).trim();
  if (text === "") return fallback;
  if (!/^-?\d{1,15}$/.test(text)) throw refuse(`参数 ${name} 须为整数`);
  return Number(text);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value[0]);
  if (value === undefined || value === null || typeof value === "object") return "";
  return String(value);
}
