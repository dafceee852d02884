import type { QueryItemPlan, QueryOp } from "../compile/plan.ts";
import type { SortKey } from "../model/resolved-model.ts";
import { type SuperQuery, wholeQuery, wireConditions } from "../query/super-query.ts";

/** How a typed text is wrapped, per comparison, before it goes on the wire (QRY-05). */
export const wrapByOp: Record<Exclude<QueryOp, "range" | "in">, (text: string) => string> = {
  eq: (text) => text.replaceAll(",", "++"),
  ne: (text) => `!${text}`,
  like: (text) => `*${text}*`,
  left_like: (text) => `*${text}`,
  right_like: (text) => `${text}*`,
  gt: (text) => `>${text}`,
  ge: (text) => `>=${text}`,
  lt: (text) => `<${text}`,
  le: (text) => `<=${text}`,
};

export interface ListState {
  readonly items: readonly QueryItemPlan[];
  /** Values by field as the controls hold them: text, list of texts, or a `[begin, end]` pair for ranges. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Conditions that no control shows, for example the tab in front; sent as they are. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly superQuery?: SuperQuery | undefined;
  /** From 1. */
  readonly pageNo: number;
  readonly pageSize: number;
  readonly sort: SortKey;
  /** Names of the shown columns; the server translates and masks only what is asked for. */
  readonly columns?: readonly string[];
}

export type WireParams = Readonly<Record<string, string | number>>;

/**
 * The parameters of a `list` call.
 *
 * @example like "0001", in ["0","1"], range ["2026-02-01","2026-03-01"] →
 *   { orderNo: "*0001*", status: "0,1", createTime_begin: "2026-02-01", createTime_end: "2026-03-01", … }
 */
export function listParams(state: ListState): WireParams {
  return {
    ...conditionParams(state.items, state.values),
    ...plainParams(state.fixed ?? {}),
    ...superQueryParams(state.superQuery),
    ...(state.columns?.length ? { field: state.columns.join(",") } : {}),
    column: state.sort.field,
    order: state.sort.order,
    pageNo: state.pageNo,
    pageSize: state.pageSize,
  };
}

/** Only the conditions, as export and totals need them. */
export function conditionParams(
  items: readonly QueryItemPlan[],
  values: Readonly<Record<string, unknown>>,
): WireParams {
  return Object.assign({}, ...items.map((item) => wireCondition(item.name, opOf(item, values), values[item.name])));
}

/** A link means the value that it names, not the values that hold it. */
const opOf = ({ name, op, given }: QueryItemPlan, values: Readonly<Record<string, unknown>>): QueryOp =>
  typeof given === "string" && values[name] === given ? "eq" : op;

/** One condition on the wire; nothing for an empty value. */
export function wireCondition(name: string, op: QueryOp, value: unknown): WireParams {
  if (op === "range") return rangeParams(name, value);
  if (op === "in" || Array.isArray(value)) return listCondition(name, value);
  const text = textOf(value);
  return text === "" ? {} : { [name]: wrapByOp[op](text) };
}

function rangeParams(name: string, value: unknown): WireParams {
  const [begin, end] = Array.isArray(value) ? value.map(textOf) : [];
  return {
    ...(begin ? { [`${name}_begin`]: begin } : {}),
    ...(end ? { [`${name}_end`]: end } : {}),
  };
}

function listCondition(name: string, value: unknown): WireParams {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== "");
  return texts.length === 0 ? {} : { [name]: texts.join(",") };
}

function superQueryParams(query: SuperQuery | undefined): WireParams {
  const whole = wholeQuery(query);
  if (!whole) return {};
  return {
    superQueryMatchType: whole.matchType,
    superQueryParams: encodeURIComponent(JSON.stringify(wireConditions(whole.conditions))),
  };
}

function plainParams(values: Readonly<Record<string, unknown>>): WireParams {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.map(textOf).join(",") : textOf(value);
    return text === "" ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Typed text without the spaces around it; numbers and booleans as text; empty for nothing. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return String(value).trim();
}
