import { type RawBuilder, sql } from "kysely";
import { add, subtract } from "../../runtime/expr/decimal.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { RecordPlan } from "../../runtime/record/plan.ts";
import { compileRollupFilter } from "../../runtime/record/rollup-rows.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { modelOf, type Work } from "./engine-parts.ts";
import { groupFields } from "./group-fields.ts";
import type { Draft } from "./hooks.ts";
import { selectRows } from "./read-rows.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { readRow } from "./row-codec.ts";
import { ownFiles } from "./row-files.ts";
import { columnsOf } from "./select-page.ts";
import { changedFields, isSame, noteChanged, noteWrite, rowKey } from "./store-row.ts";
import { childTables, loadSubRows } from "./sub-rows.ts";
import { updateAllSql } from "./update-stored.ts";
import { tenantSql } from "./visible-rows.ts";

interface RollupField {
  readonly parent: ResolvedModel;
  readonly field: ResolvedField;
  readonly rollup: NonNullable<ResolvedField["rollup"]>;
}

export interface Change {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** A change of a row of one model. */
interface ChangeOf extends Change {
  readonly model: ResolvedModel;
}

/** Rows of one model that a call has written. */
export interface Written {
  readonly model: ResolvedModel;
  readonly changes: readonly Change[];
}

export interface Target {
  readonly parent: ResolvedModel;
  readonly id: string;
  readonly fields: Set<RollupField>;
  readonly changes: Set<ChangeOf>;
}

/**
 * The rows of other models whose roll-up fields follow the changes, in one order for everybody, so that two transactions
 * do not wait for each other.
 */
export function rollupTargets(work: Work, written: readonly Written[]): readonly Target[] {
  const targets = new Map<string, Target>();
  for (const { model, changes } of written) {
    const fields = rollupsOver(work, model);
    for (const plainChange of fields.length > 0 ? changes : []) {
      const change: ChangeOf = { ...plainChange, model };
      for (const field of fields) addTargets(work, targets, field, change);
    }
  }
  return [...targets].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, target]) => target);
}

function addTargets(work: Work, targets: Map<string, Target>, field: RollupField, change: ChangeOf): void {
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

/**
 * Keeps the roll-up fields of other models right after rows changed.
 *
 * The parent row is locked and changed by the difference (sum, count), or read anew (max, last), so that two writers
 * never overwrite each other. What the parent computes from it follows, and so do the roll-ups above it.
 */
export async function adjustParents(work: Work, targets: readonly Target[]): Promise<void> {
  const { parts, rest: open } = rollupsTogether(work, targets);
  if (parts.length > 0) await sql`with ${sql.join(parts)} select 1 ${keptPlan}`.execute(work.trx);
  for (let [next, ...others] = open; next; ) {
    const { rest } = await adjustParent(work, next, others);
    [next, ...others] = rest;
  }
}

/** Rows changed by one statement; more of them make it too long to plan. */
const mostTogether = 20;

/**
 * The first targets as parts of a statement: those that only count or add up, where nothing else is computed from the field.
 * Each part waits for the one before it, so that rows are locked in the order of the targets.
 *
 * @param own the rows that the statement itself writes (`rowKey`), which it cannot write twice
 */
export function rollupsTogether(
  work: Work,
  targets: readonly Target[],
  own: Iterable<string> = [],
): { readonly parts: readonly RawBuilder<unknown>[]; readonly rest: readonly Target[] } {
  const written = new Set(own);
  const parts: RawBuilder<unknown>[] = [];
  for (const target of targets.slice(0, mostTogether)) {
    const row = rowKey(target.parent, target.id);
    if (written.has(row) || ![...target.fields].every((field) => isPlain(work, field))) break;
    written.add(row);
    parts.push(sql`${sql.id(`rollup${parts.length}`)} as (${addSql(work, target, parts.length)})`);
    noteWrite(work, target.parent, target.id, "counted");
  }
  return { parts, rest: targets.slice(parts.length) };
}

/** `update store set member_count = member_count + 1 where …` */
function addSql(work: Work, target: Target, place: number): RawBuilder<unknown> {
  const { parent, id, fields } = target;
  const table = sql.table(parent.table);
  const set = [...fields].map((field) => {
    const column = sql.id(field.field.column);
    return sql`${column} = coalesce(${table}.${column}, 0) + cast(${String(difference(work, field, target))} as numeric)`;
  });
  const after = place === 0 ? sql`` : sql`and (select count(*) from ${sql.id(`rollup${place - 1}`)}) >= 0`;
  return sql`update ${table} set ${sql.join(set)}
    where ${sql.ref(`${parent.table}.id`)} = ${id} and ${tenantSql(parent, work.caller)} ${after} returning 1`;
}

/** By how much a sum or a count changes. */
function difference(work: Work, field: RollupField, { changes, id }: Target): number {
  let sum = 0;
  for (const { before, after } of changesOf(field, changes)) {
    const [gone, come] = [share(work, field, id, before), share(work, field, id, after)];
    sum = add(sum, subtract(Number(come ?? 0), Number(gone ?? 0)) ?? 0) ?? sum;
  }
  return sum;
}

const plain = new WeakMap<ResolvedField, boolean>();

/** A sum or count from which nothing else follows: no computed value, no roll-up above it, no rule over several rows. */
function isPlain(work: Work, { parent, field, rollup }: RollupField): boolean {
  if ((rollup.op !== "sum" && rollup.op !== "count") || field.name === parent.titleField) return false;
  const known = plain.get(field);
  if (known !== undefined) return known;
  const { nodes } = rulesOf(work.parts, parent).plan;
  const grouped = groupFields(parent);
  const isRead =
    [...nodes.values()].some(({ reads }) => reads.includes(field.name)) ||
    (grouped === "all" || grouped.has(field.name) ? parent.groupRules.length > 0 : false) ||
    rollupsOver(work, parent).some(
      ({ rollup: above }) =>
        [above.field, above.within?.field].includes(field.name) || above.where?.includes(field.name),
    );
  plain.set(field, !isRead);
  return !isRead;
}

/** The roll-up fields of each model; a model never changes, it is replaced. */
const rollupFields = new WeakMap<ResolvedModel, readonly RollupField[]>();

function rollupsOver(work: Work, model: ResolvedModel): RollupField[] {
  const found: RollupField[] = [];
  for (const parent of work.parts.models.values()) {
    const fields =
      rollupFields.get(parent) ??
      [...parent.fields.values()].flatMap((field) => (field.rollup ? [{ parent, field, rollup: field.rollup }] : []));
    rollupFields.set(parent, fields);
    for (const field of fields) if (field.rollup.model === model.id) found.push(field);
  }
  return found;
}

function touches(work: Work, field: RollupField, id: string, { before, after }: Change): boolean {
  return !isSame(share(work, field, id, before), share(work, field, id, after));
}

/** The changes that the field is about: rows of the model that it sums up. */
const changesOf = ({ rollup }: RollupField, changes: ReadonlySet<ChangeOf>): readonly ChangeOf[] =>
  [...changes].filter(({ model }) => model.id === rollup.model);

/**
 * One parent, and the rows of its own model above it as far as the sums rise: they are read with their locks by one
 * statement and written by one, however many they are. Those that only count or add up go with it.
 *
 * @returns what is left of the others
 */
async function adjustParent(
  work: Work,
  first: Target,
  others: readonly Target[],
): Promise<{ readonly rest: readonly Target[] }> {
  const { parent } = first;
  const rows = new Map((await lockAbove(work, first)).map((row) => [String(row.id), row]));
  const changes: SumChange[] = [];
  const beside: SumChange[] = [];
  const climbed = new Set<string>();
  // A row that stands above itself, which only damaged data has, is counted once: the sums of a circle have no end.
  const open = (found: readonly Target[]) =>
    found.filter((one) => one.parent !== parent || !placesOf(one).every((place) => climbed.has(place)));
  for (let target: Target | undefined = first; target; ) {
    // Somebody may have moved it below another row while this call waited for its lock.
    const row: Row | undefined = rows.get(target.id) ?? (await lockRow(work, parent, target.id));
    if (!row) break;
    for (const place of placesOf(target)) climbed.add(place);
    const change = { before: row, after: await adjusted(work, target, row) };
    if (changedFields(parent, row, change.after).length > 0) changes.push(change);
    const [above, ...further]: readonly Target[] = open(rollupTargets(work, [{ model: parent, changes: [change] }]));
    const isRising =
      above?.parent === parent && further.length === 0 && !changes.some(({ before }) => before.id === above.id);
    if (!isRising) beside.push(change);
    target = isRising ? above : undefined;
  }
  const { parts, rest } = rollupsTogether(
    work,
    others,
    changes.map(({ before }) => rowKey(parent, before.id)),
  );
  await writeSums(work, parent, changes, parts);
  await adjustParents(work, open(rollupTargets(work, [{ model: parent, changes: beside }])));
  return { rest };
}

const placesOf = ({ id, fields }: Target): readonly string[] => [...fields].map(({ field }) => `${id} ${field.name}`);

interface SumChange {
  readonly before: Row;
  readonly after: Row;
}

async function adjusted(work: Work, target: Target, row: Row): Promise<Draft> {
  const next: Draft = { ...row };
  for (const field of target.fields) {
    const { name } = field.field;
    if (field.rollup.op === "sum" || field.rollup.op === "count") {
      next[name] = add(Number(next[name] ?? 0), difference(work, field, target));
    } else {
      const come = changesOf(field, target.changes)
        .map(({ after }) => share(work, field, target.id, after))
        .reduce(higher, null);
      next[name] = await readAnew(work, field, target.id, come);
    }
  }
  return recompute(work, target.parent, row, next);
}

async function lockRow(work: Work, model: ResolvedModel, id: string): Promise<Row | undefined> {
  const where = sql<boolean>`${sql.ref(`${model.table}.id`)} = ${id} and ${tenantSql(model, work.caller)}`;
  const [row] = await selectRows(work.trx, model, where, { lock: true });
  return row;
}

/** The row, and those above it where what changes rises further; locked in the order of their ids. */
async function lockAbove(work: Work, { parent, id, fields }: Target): Promise<readonly Row[]> {
  const key = risingKey(work, parent, fields);
  if (!key) {
    const row = await lockRow(work, parent, id);
    return row ? [row] : [];
  }
  const [table, own, above] = [sql.table(parent.table), sql.ref("parent.id"), sql.ref(`parent.${key.column}`)];
  const isOwn = tenantSql(parent, work.caller);
  const { rows } = await sql<Row>`
    with recursive above (id, next, height) as (
      select ${own}, ${above}, 1 from ${table} as parent where ${own} = ${id}
      union all
      select ${own}, ${above}, above.height + 1 from above join ${table} as parent on ${own} = above.next
      where above.height < ${sql.lit(maxHeight)})
    select ${columnsOf(parent)} from ${table}
    where ${sql.ref(`${parent.table}.id`)} in (select id from above) and ${isOwn}
    order by ${sql.ref(`${parent.table}.id`)} for update of ${table} ${keptPlan}`.execute(work.trx);
  return rows.map((row) => readRow(parent, row));
}

/** A tree that is deeper is climbed row by row from there. */
const maxHeight = 100;

/** The reference to the row above, where a sum of the model over itself follows from the fields. */
function risingKey(work: Work, model: ResolvedModel, fields: ReadonlySet<RollupField>): ResolvedField | undefined {
  const own = rollupsOver(work, model).filter(({ parent }) => parent === model);
  if (own.length === 0) return undefined;
  const names = [...fields].map(({ field }) => field.name);
  const follow = new Set([...names, ...rulesOf(work.parts, model).plan.graph.affectedBy(names)]);
  const rising = own.find(({ rollup }) => rollup.field !== undefined && follow.has(rollup.field));
  return rising && model.fields.get(rising.rollup.foreignKey);
}

/** Writes sums that nobody entered: no new version, no entry in the data log. */
async function writeSums(
  work: Work,
  model: ResolvedModel,
  changes: readonly SumChange[],
  parts: readonly RawBuilder<unknown>[],
): Promise<void> {
  if (changes.length + parts.length === 0) return;
  const names = [...new Set(changes.flatMap(({ before, after }) => changedFields(model, before, after)))];
  const rows = changes.map(({ after }) => after);
  const beside = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``;
  const main = rows.length > 0 ? updateAllSql(model, rows, names) : sql`select 1`;
  await sql`${beside} ${main} ${keptPlan}`.execute(work.trx);
  for (const { before, after } of changes) {
    noteChanged(work, model, before, names);
    await ownFiles(work, model, after, before);
  }
}

type Rollup = RollupField["rollup"];
const filters = new WeakMap<Rollup, ReturnType<typeof compileRollupFilter>>();

export function filterOf(rollup: Rollup): ReturnType<typeof compileRollupFilter> {
  const filter = filters.get(rollup) ?? compileRollupFilter(rollup);
  filters.set(rollup, filter);
  return filter;
}

/** What a child row adds to its parent: an amount, 1, or a value to compare; null when it does not count. */
function share(work: Work, { rollup }: RollupField, parentId: string, row: Row | undefined): unknown {
  if (!row || row[rollup.foreignKey] !== parentId) return null;
  if (!filterOf(rollup)(row, work.now)) return null;
  if (rollup.op === "count") return 1;
  return row[rollup.field ?? "id"] ?? (rollup.op === "sum" ? 0 : null);
}

/** `max` and `last` (newest id) over the children as they are now. */
async function readAnew(work: Work, field: RollupField, id: string, come: unknown): Promise<unknown> {
  const child = modelOf(work.parts, field.rollup.model);
  const key = child.fields.get(field.rollup.foreignKey)?.column ?? field.rollup.foreignKey;
  const where = sql<boolean>`${sql.ref(`${child.table}.${key}`)} = ${id} and ${tenantSql(child, work.caller)}`;
  const rows = await selectRows(work.trx, child, where, { sort: [{ field: "id", order: "asc" }] });
  const shares = rows.map((row) => share(work, field, id, row)).filter((value) => value !== null);
  if (field.rollup.op === "last") return shares.at(-1) ?? null;
  return [...shares, come].reduce(higher, null);
}

/** The higher of two values of one field; nothing is lower than anything. */
export const higher = (one: unknown, other: unknown): unknown => (isHigher(other, one) ? other : one);

function isHigher(value: unknown, than: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (than === null || than === undefined) return true;
  return typeof value === "number" && typeof than === "number" ? value > than : String(value) > String(than);
}

/** The row's own computed values after a change that no person made; checks are not repeated. */
export async function recompute(work: Work, model: ResolvedModel, before: Row, next: Row): Promise<Draft> {
  const context = await recordContext(work, model, "edit", before);
  const rules = rulesOf(work.parts, model);
  const behind = await rowsBehind(work, model, rules.plan, before, next);
  const { row } = rules.apply({ ...next, ...behind }, context);
  const own = Object.entries(row).filter(([name]) => !Object.hasOwn(behind, name));
  return { ...next, ...Object.fromEntries(own) };
}

/** Sub-rows without which the values that follow from the change would stay as they were. */
async function rowsBehind(
  work: Work,
  model: ResolvedModel,
  plan: RecordPlan,
  before: Row,
  next: Row,
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const affected = plan.graph.affectedBy(changedFields(model, before, next)).flatMap((id) => plan.nodes.get(id) ?? []);
  const needed = new Set(
    affected.flatMap(({ id, relation }) => (relation === undefined ? [...plan.relationsBehind(id)] : [])),
  );
  const found: Record<string, readonly Row[]> = {};
  for (const child of needed.size > 0 ? childTables(work, model) : []) {
    if (needed.has(child.name)) found[child.name] = await loadSubRows(work, child, String(before.id));
  }
  return found;
}
