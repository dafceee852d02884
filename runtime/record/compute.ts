import type { Scope } from "../expr/compile.ts";
import { isTruthy } from "../expr/operators.ts";
import type { Row } from "../model/resolved-model.ts";
import { normaliseComputed } from "./normalise.ts";
import type { RecordPlan, ValueNode } from "./plan.ts";
import type { RecordContext, SubRows } from "./record-types.ts";

/** `input` is what people and callers put in; `row` is what the rules make of it. Sub-rows of both stand in the same order. */
export interface RecordState {
  readonly input: Row;
  readonly row: Row;
}

/** What changed since the state was right; undefined where everything has to be computed. */
export interface ChangeSet {
  /** Field names, relation names (rows came or went) and `relation.column`. */
  readonly ids: ReadonlySet<string>;
  /** Positions of touched rows per relation. */
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
}

export interface Computed {
  readonly row: Row;
  /** Ids whose value is another one now, the given changes included. */
  readonly changed: ReadonlySet<string>;
}

/** Scope of an expression of the record itself. */
export function recordScope(plan: RecordPlan, row: Row, context: RecordContext): Scope {
  const own = Object.fromEntries(plan.roots.map((root) => [root, row]));
  return { ...contextScope(context), master: context.master ?? null, ...own };
}

/** Scope of an expression of a sub-row: `row` is the sub-row, `master` the record. */
export function subRowScope(plan: RecordPlan, row: Row, subRow: Row, context: RecordContext): Scope {
  const form = plan.roots.includes("form") ? { form: row } : {};
  return { ...contextScope(context), ...form, master: row, row: subRow };
}

const contextScope = (context: RecordContext): Record<string, unknown> => ({
  user: context.user,
  perms: context.perms ?? [],
  dicts: context.dicts ?? {},
  now: context.now,
  mode: context.mode,
  row: context.row ?? null,
});

export const subRowsOf = (row: Row, relation: string): SubRows => {
  const rows = Object.hasOwn(row, relation) ? row[relation] : undefined;
  return Array.isArray(rows) ? rows : [];
};

/** A relation whose key is absent was not sent and not loaded: nothing may be concluded from it. */
export const isRelationGiven = (row: Row, relation: string): boolean => Array.isArray(row[relation]);

/**
 * Evaluates conditions and computed values in dependency order, each at most once.
 *
 * @param changes limits the work to what the changes reach
 */
export function compute(plan: RecordPlan, state: RecordState, context: RecordContext, changes?: ChangeSet): Computed {
  const row: Record<string, unknown> = { ...state.row };
  const changed = new Set<string>(changes?.ids);
  const touched = new Map([...(changes?.rows ?? [])].map(([relation, rows]) => [relation, new Set(rows)]));
  const order = changes ? plan.graph.affectedBy(changes.ids) : plan.graph.order;
  for (const id of order) {
    const node = plan.nodes.get(id);
    if (!node) continue;
    if (changes && !node.reads.some((source) => changed.has(source))) continue;
    const isNew =
      node.relation === undefined
        ? computeField(plan, node, state, row, context)
        : computeColumn(plan, node, state, row, context, rowsToVisit(node, changes && touched, changed), touched);
    if (isNew) changed.add(id);
  }
  return { row, changed };
}

function computeField(
  plan: RecordPlan,
  node: ValueNode,
  state: RecordState,
  row: Record<string, unknown>,
  context: RecordContext,
): boolean {
  const { name } = node.field;
  for (const relation of plan.relationsBehind(node.id)) {
    if (!isRelationGiven(row, relation)) return false;
  }
  const value = nodeValue(node, recordScope(plan, row, context), state.input[name]);
  if (Object.hasOwn(row, name) && Object.is(row[name], value)) return false;
  row[name] = value;
  return true;
}

/** Positions a column must be computed for: all (undefined) when it looked beyond its row at something that changed. */
function rowsToVisit(
  node: ValueNode,
  touched: ReadonlyMap<string, ReadonlySet<number>> | undefined,
  changed: ReadonlySet<string>,
): ReadonlySet<number> | undefined {
  if (!touched || node.readsBeyond.some((source) => changed.has(source))) return undefined;
  return touched.get(node.relation ?? "") ?? new Set();
}

function computeColumn(
  plan: RecordPlan,
  node: ValueNode,
  state: RecordState,
  row: Record<string, unknown>,
  context: RecordContext,
  only: ReadonlySet<number> | undefined,
  touched: Map<string, Set<number>>,
): boolean {
  const relation = node.relation ?? "";
  if (!isRelationGiven(row, relation)) return false;
  const { name } = node.field;
  const inputs = subRowsOf(state.input, relation);
  const before = subRowsOf(row, relation);
  let rows: Row[] | undefined;
  for (const index of only ?? before.keys()) {
    const subRow = before[index];
    if (!subRow) continue;
    const value = nodeValue(node, subRowScope(plan, row, subRow, context), inputs[index]?.[name]);
    if (Object.hasOwn(subRow, name) && Object.is(subRow[name], value)) continue;
    rows ??= [...before];
    rows[index] = { ...subRow, [name]: value };
    const seen = touched.get(relation);
    if (seen) seen.add(index);
    else touched.set(relation, new Set([index]));
  }
  if (rows) row[relation] = rows;
  return rows !== undefined;
}

function nodeValue(node: ValueNode, scope: Scope, input: unknown): unknown {
  if (node.applies && !isTruthy(node.applies(scope))) return null;
  return node.value ? normaliseComputed(node.field, node.value(scope)) : (input ?? null);
}
