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
export function followRollups(
  work: Work,
  model: ResolvedModel,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  return followAll(work, model, [{ before, after }]);
}

/** The same for many new rows, each parent changed once. */
export function followNewRows(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  return followAll(
    work,
    model,
    rows.map((after) => ({ before: undefined, after })),
  );
}

interface Change {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

interface Target {
  readonly parent: ResolvedModel;
  readonly id: string;
  readonly fields: Set<RollupField>;
  readonly changes: Set<Change>;
}

async function followAll(work: Work, model: ResolvedModel, changes: readonly Change[]): Promise<void> {
  const fields = rollupsOver(work, model);
  if (fields.length === 0) return;
  const targets = new Map<string, Target>();
  for (const change of changes) {
    for (const field of fields) {
      for (const row of [change.before, change.after]) {
        const id = row?.[field.rollup.foreignKey];
        if (typeof id !== "string" || id === "" || !touches(work, field, id, change)) continue;
        const key = `${field.parent.id} ${id}`;
        const target = targets.get(key) ?? { parent: field.parent, id, fields: new Set(), changes: new Set() };
        target.fields.add(field);
        target.changes.add(change);
        targets.set(key, target);
      }
    }
  }
  // One order for everybody, so that two transactions do not wait for each other.
  for (const [, target] of [...targets].sort(([left], [right]) => (left < right ? -1 : 1))) {
    await adjustParent(work, model, target);
  }
}

function rollupsOver(work: Work, model: ResolvedModel): RollupField[] {
  return [...work.parts.models.values()].flatMap((parent) =>
    [...parent.fields.values()].flatMap((field) =>
      field.rollup?.model === model.id ? [{ parent, field, rollup: field.rollup }] : [],
    ),
  );
}

function touches(work: Work, field: RollupField, id: string, { before, after }: Change): boolean {
  return !isSame(share(work, field, id, before), share(work, field, id, after));
}

async function adjustParent(work: Work, child: ResolvedModel, target: Target): Promise<void> {
  const { parent, id, fields, changes } = target;
  const where = sql<boolean>`${sql.ref(`${parent.table}.id`)} = ${id} and ${tenantSql(parent, work.caller)}`;
  const [row] = await selectRows(work.trx, parent, where, { lock: true });
  if (!row) return;
  const next: Draft = { ...row };
  for (const field of fields) {
    const { name } = field.field;
    if (field.rollup.op === "sum" || field.rollup.op === "count") {
      for (const { before, after } of changes) {
        const [gone, come] = [share(work, field, id, before), share(work, field, id, after)];
        next[name] = add(Number(next[name] ?? 0), subtract(Number(come ?? 0), Number(gone ?? 0)) ?? 0);
      }
    } else {
      const come = [...changes].map(({ after }) => share(work, field, id, after)).reduce(higher, null);
      next[name] = await readAnew(work, child, field, id, come);
    }
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
  return [...shares, come].reduce(higher, null);
}

const higher = (one: unknown, other: unknown): unknown => (isHigher(other, one) ? other : one);

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
