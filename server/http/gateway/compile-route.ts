import type { Row } from "../../../runtime/model/resolved-model.ts";
import { type Filter, readFilter, stripParts } from "./filters.ts";
import { type Condition, readPredicate } from "./predicates.ts";
import { readTargets, type Target } from "./target.ts";

/** A route as the gateway runs it. */
export interface GatewayRoute {
  readonly id: string;
  readonly routerId: string;
  /** A permission code, `session` for everybody who is signed in, empty for administrators only. */
  readonly permission: string;
  readonly conditions: readonly Condition[];
  readonly filters: readonly Filter[];
  readonly targets: readonly Target[];
  readonly retries: boolean;
}

/** One problem of a part of a route, in words. */
export interface PartProblem {
  readonly field: "predicates" | "filters";
  readonly reason: string;
}

const notNamed = "须是 JSON 数组，每项有 name 和 args";
const titles = { predicates: "匹配条件", filters: "过滤器" } as const;
const maxParts = 50;

/** The parts of a list field: text or JSON, as recorded clients and our form send them. */
export function readParts(value: unknown): readonly Row[] | undefined {
  if (value === null || value === undefined || value === "") return [];
  const list = typeof value === "string" ? parse(value) : value;
  const isNamed = (item: unknown) => typeof (item as Row | null)?.name === "string";
  return Array.isArray(list) && list.length <= maxParts && list.every(isNamed) ? list : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function compileParts<Part>(
  field: PartProblem["field"],
  value: unknown,
  read: (name: string, args: unknown) => Part | string,
): readonly Part[] | PartProblem {
  const list = readParts(value);
  if (!list) return { field, reason: `${titles[field]}${notNamed}` };
  const parts: Part[] = [];
  for (const { name, args } of list) {
    const part = read(String(name), args);
    if (typeof part === "string") return { field, reason: part };
    parts.push(part);
  }
  return parts;
}

export const isProblem = (parts: readonly unknown[] | PartProblem): parts is PartProblem => "field" in parts;

/**
 * @param row wire names, as the model reads it
 * @returns the route, or in words why it forwards nothing
 */
export function compileRoute(row: Row, hosts: readonly string[]): GatewayRoute | string {
  const conditions = compileParts("predicates", row.predicates, readPredicate);
  if (isProblem(conditions)) return conditions.reason;
  const filters = compileParts("filters", row.filters, readFilter);
  if (isProblem(filters)) return filters.reason;
  if (conditions.length === 0) return "没有匹配条件";
  const targets = readTargets(String(row.uri ?? ""), hosts);
  const refused = targets.find((target) => typeof target === "string");
  if (refused !== undefined) return refused;
  const strip: Filter = { request: (call) => stripParts(call, 1) };
  return {
    id: String(row.id),
    routerId: String(row.routerId),
    permission: String(row.permission ?? "").trim(),
    conditions,
    filters: Number(row.stripPrefix) === 1 ? [strip, ...filters] : filters,
    targets,
    retries: Number(row.retryable) === 1,
  };
}
