import { fillVariables } from "../../../../runtime/permission/row-rules.ts";
import type { Caller } from "../../../auth/caller.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import { maxFilterLength, maxFilterValues } from "../../../models/query/parse-filter.ts";
import type { ParsedTree, TreeUse } from "./parse-report.ts";
import { loneParam } from "./parse-report.ts";
import type { ReportValues } from "./report-sql.ts";
import { childrenOf, nodesOf, type SqlBody, type SqlNode } from "./sql-tree.ts";

/** The values of one statement, in the order of their numbers. */
export class BoundValues {
  readonly values: unknown[];

  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  /** @returns the node that stands for the value */
  add(value: unknown): SqlNode {
    this.values.push(value);
    return { ParamRef: { number: this.values.length } };
  }
}

export interface ValueSource {
  readonly caller: Caller;
  readonly now: string;
  readonly values: ReportValues;
  readonly defaults: ReportValues;
  /** An empty parameter is NULL and its comparison stays: what chooses rows to change must not choose more without it. */
  readonly keepsEmpty?: boolean;
}

/** A statement takes 65,535; the rules of the tables need some of them. */
const maxValues = 10_000;

/** The values of one use: none is an empty parameter. */
type Given = readonly (string | null)[];

/**
 * Puts the values into a copy of the report's tree.
 *
 * An empty parameter takes its comparison with it: of a WHERE, HAVING, ON or FILTER the part between AND and OR that
 * uses it is dropped, innermost statement first. Anywhere else it is NULL. A system variable without a value is NULL
 * everywhere: no row equals it, so it never widens an answer.
 *
 * @param source undefined: every value is NULL and nothing is dropped, to look at the whole text
 * @throws AppError INVALID for a value that is too long
 */
export function bindValues({ select, uses }: ParsedTree, source: ValueSource | undefined, bound: BoundValues): SqlBody {
  const copy = structuredClone(select);
  const given = uses.map((use): Given => (source ? valuesOf(use, source) : [null]));
  const isEmpty = (number: number) => given[number - 1]?.length === 0;
  if (given.some((values) => values.length === 0)) dropEmpty("SelectStmt", copy, isEmpty);
  for (const slot of [...nodesOf("SelectStmt", copy)]) {
    if (slot.kind === "A_Expr" && slot.body.kind === "AEXPR_IN") expandList(slot.body, uses, given, bound);
    else if (slot.kind === "ParamRef" && !isBound(slot.body)) {
      const [value = null] = given[Number(slot.body.number) - 1] ?? [];
      slot.replace(markBound(bound.add(value)));
    }
  }
  if (bound.values.length > maxValues) throw refuse(`参数的值过多，合计最多 ${maxValues} 个`);
  return copy;
}

/** Nodes with their final number, and those that a list of values has replaced. */
const done = new WeakSet<object>();
const isBound = (body: SqlBody) => done.has(body);
function markBound(node: SqlNode): SqlNode {
  if (node.ParamRef) done.add(node.ParamRef);
  return node;
}

function expandList(body: SqlBody, uses: readonly TreeUse[], given: readonly Given[], bound: BoundValues): void {
  const number = loneParam(body);
  if (number === undefined || !uses[number - 1]?.isList) return;
  for (const { ParamRef: old } of ((body.rexpr as SqlNode).List?.items ?? []) as SqlNode[]) if (old) done.add(old);
  const values = given[number - 1] ?? [];
  const items = (values.length === 0 ? [null] : values).map((value) => markBound(bound.add(value)));
  body.rexpr = { List: { items } };
}

function valuesOf(use: TreeUse, source: ValueSource): Given {
  if (use.kind === "system") {
    const value = fillVariables(`#{${use.name}}`, { ...source.caller, now: source.now });
    return value === undefined ? [null] : use.isList ? value.split(",") : [value];
  }
  const text = blank(source.values[use.name]) ? source.defaults[use.name] : source.values[use.name];
  if (text === undefined || blank(text)) return source.keepsEmpty ? [null] : [];
  checkValue(use, text);
  if (use.isList) return splitList(use, text);
  return [use.isPattern ? text.replace(/[\\%_]/g, "\\$&") : text];
}

function splitList(use: TreeUse, text: string): string[] {
  const values = text
    .split(",")
    .map((part) => part.trim().replace(/^'(.*)'$/, "$1"))
    .filter((part) => part !== "");
  if (values.length > maxFilterValues) {
    throw refuse(`参数${quoted(use.name)}的值过多，最多 ${maxFilterValues} 个`);
  }
  return values;
}

function checkValue(use: TreeUse, text: string): void {
  const longest = use.isList ? maxFilterLength * 20 : maxFilterLength;
  if (text.length > longest) throw refuse(`参数${quoted(use.name)}的值过长，最多 ${longest} 个字符`);
  if (/\0|\p{Cs}/u.test(text)) throw refuse(`参数${quoted(use.name)}含有不能识别的字符`);
}

const blank = (text: string | undefined): boolean => text === undefined || text.trim() === "";

const conditions = ["whereClause", "havingClause", "quals", "agg_filter"] as const;

function dropEmpty(kind: string, body: SqlBody, isEmpty: (number: number) => boolean): void {
  for (const child of childrenOf(kind, body)) dropEmpty(child.kind, child.body, isEmpty);
  for (const key of conditions) {
    const condition = body[key] as SqlNode | undefined;
    if (!condition) continue;
    const left = withoutEmpty(condition, isEmpty);
    if (left) body[key] = left;
    else if (key === "quals") body[key] = { A_Const: { boolval: { boolval: true } } };
    else delete body[key];
  }
}

/** @returns undefined when nothing is left of the condition */
function withoutEmpty(node: SqlNode, isEmpty: (number: number) => boolean): SqlNode | undefined {
  const joined = node.BoolExpr;
  if (joined && joined.boolop !== "NOT_EXPR") {
    const left = (joined.args as SqlNode[]).map((arg) => withoutEmpty(arg, isEmpty));
    const args = left.filter((arg): arg is SqlNode => arg !== undefined);
    return args.length > 1 ? { BoolExpr: { ...joined, args } } : args[0];
  }
  return mentions(node, isEmpty) ? undefined : node;
}

function mentions(node: SqlNode, isEmpty: (number: number) => boolean): boolean {
  if (node.ParamRef) return isEmpty(Number(node.ParamRef.number));
  return Object.entries(node).some(([kind, body]) =>
    [...nodesOf(kind, body)].some((slot) => slot.kind === "ParamRef" && isEmpty(Number(slot.body.number))),
  );
}
