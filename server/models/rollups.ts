import { sql } from "kysely";
import { add, subtract } from "../../runtime/expr/decimal.ts";
import { compileBraced } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { selectRows } from "./read-rows.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { isSame, updateRow } from "./store-row.ts";
import { tenantSql } from "./visible-rows.ts";

interface RollupField {
  readonly parent: ResolvedModel;
  readonly field: ResolvedField;
  readonly rollup: NonNullable<ResolvedField["rollup"]>;
}

/**
 * Keeps the roll-up fields of other models right after a row of `model` changed from `before` to `after`.
 *
 * The parent row is locked and changed by the difference (sum, count), or read anew (max, last), so that two writers
 * never overwrite each other. What the parent computes from it follows, and so do the roll-ups above it.
 */
export async function followRollups(
  work: Work,
  model: ResolvedModel,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  const fields = rollupsOver(work, model);
  if (fields.length === 0) return;
  const targets = new Map<string, { parent: ResolvedModel; id: string; fields: RollupField[] }>();
  for (const field of fields) {
    for (const row of [before, after]) {
      const id = row?.[field.rollup.foreignKey];
      if (typeof id !== "string" || id === "") continue;
      const key = `${field.parent.id} ${id}`;
      const target = targets.get(key) ?? { parent: field.parent, id, fields: [] };
      if (!target.fields.includes(field)) target.fields.push(field);
      targets.set(key, target);
    }
  }
  // One order for everybody, so that two transactions do not wait for each other.
  for (const [, target] of [...targets].sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (target.fields.some((field) => touches(work, field, target.id, before, after))) {
      await adjustParent(work, model, target, before, after);
    }
  }
}

function rollupsOver(work: Work, model: ResolvedModel): RollupField[] {
  return [...work.parts.models.values()].flatMap((parent) =>
    [...parent.fields.values()].flatMap((field) =>
      field.rollup?.model === model.id ? [{ parent, field, rollup: field.rollup }] : [],
    ),
  );
}

function touches(work: Work, field: RollupField, id: string, before: Row | undefined, after: Row | undefined): boolean {
  return !isSame(share(work, field, id, before), share(work, field, id, after));
}

async function adjustParent(
  work: Work,
  child: ResolvedModel,
  target: { readonly parent: ResolvedModel; readonly id: string; readonly fields: readonly RollupField[] },
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  const { parent, id, fields } = target;
  const where = sql<boolean>`${sql.ref(`${parent.table}.id`)} = ${id} and ${tenantSql(parent, work.caller)}`;
  const [row] = await selectRows(work.trx, parent, where, { lock: true });
  if (!row) return;
  const next: Draft = { ...row };
  for (const field of fields) {
    const [gone, come] = [share(work, field, id, before), share(work, field, id, after)];
    if (isSame(gone, come)) continue;
    const isCounted = field.rollup.op === "sum" || field.rollup.op === "count";
    next[field.field.name] = isCounted
      ? add(Number(row[field.field.name] ?? 0), subtract(Number(come ?? 0), Number(gone ?? 0)) ?? 0)
      : await readAnew(work, child, field, id, come);
  }
  await updateRow(work, parent, row, await recompute(work, parent, row, next));
}

/** What a child row adds to its parent: an amount, 1, or a value to compare; null when it does not count. */
function share(work: Work, { rollup }: RollupField, parentId: string, row: Row | undefined): unknown {
  if (!row || row[rollup.foreignKey] !== parentId) return null;
  const scope = { row, now: work.now, user: {} };
  if (rollup.where !== undefined && !compileBraced(rollup.where)(scope)) return null;
  if (rollup.op === "count") return 1;
  return row[rollup.field ?? "id"] ?? (rollup.op === "sum" ? 0 : null);
}

/** `max` and `last` (newest id) over the children as they are now. */
async function readAnew(
  work: Work,
  child: ResolvedModel,
  field: RollupField,
  id: string,
  come: unknown,
): Promise<unknown> {
  const key = child.fields.get(field.rollup.foreignKey)?.column ?? field.rollup.foreignKey;
  const where = sql<boolean>`${sql.ref(`${child.table}.${key}`)} = ${id} and ${tenantSql(child, work.caller)}`;
  const rows = await selectRows(work.trx, child, where, { sort: [{ field: "id", order: "asc" }] });
  const shares = rows.map((row) => share(work, field, id, row)).filter((value) => value !== null);
  if (field.rollup.op === "last") return shares.at(-1) ?? null;
  return [...shares, come].reduce((highest, value) => (isHigher(value, highest) ? value : highest), null);
}

function isHigher(value: unknown, than: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (than === null || than === undefined) return true;
  return typeof value === "number" && typeof than === "number" ? value > than : String(value) > String(than);
}

/** The parent's own computed values after a change that no person made; checks are not repeated. */
export async function recompute(work: Work, model: ResolvedModel, before: Row, next: Row): Promise<Draft> {
  const context = await recordContext(work, model, "edit", before);
  return { ...next, ...rulesOf(work.parts, model).apply(next, context).row };
}
