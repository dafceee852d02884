import { sql } from "kysely";
import { type ChildRelation, isPart, type ResolvedModel, type Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { modelOf, type Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { readBody } from "./read-body.ts";
import { selectRows } from "./read-rows.ts";
import { changedFields } from "./store-row.ts";
import { treeOf } from "./tree.ts";
import { tenantSql, visibleSql } from "./visible-rows.ts";

export interface ChildTable {
  readonly name: string;
  readonly relation: ChildRelation;
  readonly model: ResolvedModel;
}

/** Sub-rows of one call; enough for any form. */
const maxSubRows = 2_000;

/** The one-to-many and one-to-one relations of a model. */
export function childTables(work: Pick<Work, "parts">, model: ResolvedModel): ChildTable[] {
  return Object.entries(model.relations).flatMap(([name, relation]) =>
    relation.kind === "tree" ? [] : [{ name, relation, model: modelOf(work.parts, relation.model) }],
  );
}

/** Those whose rows are parts of the row: what a save of it writes. */
export const partTables = (work: Pick<Work, "parts">, model: ResolvedModel): ChildTable[] =>
  childTables(work, model).filter(({ relation }) => isPart(relation));

/** The stored rows of a relation in their order, kept from others until the commit. */
export async function loadSubRows(work: Work, { relation, model }: ChildTable, masterId: string): Promise<Draft[]> {
  const order = relation.kind === "one-to-many" ? relation.order : undefined;
  const key = model.fields.get(relation.foreignKey)?.column ?? relation.foreignKey;
  const sort = [...(order ? [{ field: order, order: "asc" as const }] : []), { field: "id", order: "asc" as const }];
  return selectRows(work.trx, model, sql`${sql.ref(`${model.table}.${key}`)} = ${masterId}`, { sort, lock: true });
}

/** Ids of the rows of a relation that the caller's data rules keep from them. */
export async function foreignSubRows(work: Work, child: ChildTable, masterId: string): Promise<ReadonlySet<unknown>> {
  const { model, relation } = child;
  const { caller } = work;
  if (caller.isAdmin || !caller.dataRules.has(model.permissionPrefix)) return new Set();
  const key = model.fields.get(relation.foreignKey)?.column ?? relation.foreignKey;
  const { rows } = await sql<{
    readonly id: string;
  }>`select ${sql.ref(`${model.table}.id`)} from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.${key}`)} = ${masterId} and ${tenantSql(model, caller)}
    and ${visibleSql(model, caller, work.now)} is not true`.execute(work.trx);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a body carries the relation; an absent key leaves the rows alone. */
export function bringsRelation(body: Row, name: string): boolean {
  return Object.hasOwn(body, name) && body[name] !== undefined;
}

/** What our console sends of the rows of a relation: only those that it changed. */
export interface SubRowChanges {
  /** Changed rows with their id, new ones with an id of the sender's own making or none. */
  readonly rows: readonly unknown[];
  readonly deleteIds: readonly unknown[];
  /** Ids in the wanted order; undefined = every row keeps its place and new ones come last. */
  readonly order: readonly unknown[] | undefined;
}

/**
 * The changes of a body; undefined for the rows themselves.
 *
 * @throws AppError INVALID for parts that are no lists
 */
export function readSubRowChanges({ model }: ChildTable, sent: unknown): SubRowChanges | undefined {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return undefined;
  const { rows = [], deleteIds = [], order } = sent as { readonly [part: string]: unknown };
  // The one row of a one-to-one relation is an object too.
  const isChanges = changeParts.some((part) => Object.hasOwn(sent, part) && !model.fields.has(part));
  if (!isChanges) return undefined;
  if (!Array.isArray(rows) || !Array.isArray(deleteIds)) throw refuse("参数不识别！");
  if (order !== undefined && !Array.isArray(order)) throw refuse("参数不识别！");
  return { rows, deleteIds, order };
}

const changeParts = ["rows", "deleteIds"] as const;

/**
 * All sub-rows after the changes of a body. A row that is gone already needs no deletion, and has no place.
 *
 * @throws AppError INVALID for a changed row that is no row of this master
 */
export function applySubRowChanges(
  work: Work,
  child: ChildTable,
  { rows, deleteIds, order }: SubRowChanges,
  stored: readonly Row[],
): Draft[] {
  const { model } = child;
  const gone = new Set(deleteIds);
  const changed = readSubRows(work, child, rows, stored);
  const byId = new Map(changed.map((row, index) => [row.id ?? idOf(rows[index]), row]));
  loseBelow(model, stored, gone, byId);
  const kept = stored.filter(({ id }) => !gone.has(id)).map((row) => byId.get(row.id) ?? { ...row });
  const known = new Set(stored.map(({ id }) => id));
  const all = [...kept, ...changed.filter(({ id }) => !known.has(id))];
  if (all.length > maxSubRows) throw refuse(`${titleOf(child)}最多 ${maxSubRows} 行`);
  if (!order) return all;
  const places = new Map(order.map((id, place) => [id, place]));
  const sentIds = new Map(changed.map((row, index) => [row, row.id ?? idOf(rows[index])]));
  const placeOf = (row: Draft) => places.get(sentIds.get(row) ?? row.id) ?? order.length;
  return all.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Of a tree what hangs below a row that goes, goes too; a row that the body itself brings stays, and has to have a
 * parent.
 */
function loseBelow(model: ResolvedModel, stored: readonly Row[], gone: Set<unknown>, sent: ReadonlyMap<unknown, Row>) {
  const parent = treeOf(model)?.parent.name;
  if (parent === undefined || gone.size === 0) return;
  for (let before = -1; before < gone.size; ) {
    before = gone.size;
    for (const row of stored) if (gone.has(row[parent]) && !sent.has(row.id)) gone.add(row.id);
  }
}

const idOf = (row: unknown): unknown => Object(row).id;

/**
 * The sub-rows of a body over the stored ones: those with an id keep what the caller may not write, the others are new.
 *
 * @throws AppError INVALID for an id that is no row of this master
 */
export function readSubRows(work: Work, child: ChildTable, sent: unknown, stored: readonly Row[]): Draft[] {
  const bodies = Array.isArray(sent) ? sent : sent === null ? [] : [sent];
  if (bodies.length > maxSubRows) throw refuse(`${titleOf(child)}最多 ${maxSubRows} 行`);
  const byId = new Map(stored.map((row) => [row.id, row]));
  const seen = new Set<unknown>();
  return bodies.map((body) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) throw refuse("参数不识别！");
    const id = Object.hasOwn(body, "id") && body.id !== "" ? (body.id ?? undefined) : undefined;
    const before = id === undefined ? undefined : byId.get(id);
    // Editable tables give new rows an id of their own making; only ids of our kind can be meant as stored ones.
    if (id !== undefined && !before && isStoredId(id)) throw refuse(`${titleOf(child)}中有不存在的行，请刷新后重试`);
    if (before && seen.has(id)) throw refuse(`${titleOf(child)}中有重复的行`);
    seen.add(id);
    return { ...before, ...readBody(work, child.model, body as Row, before) };
  });
}

/**
 * Where a relation says so, its rows need the permissions that their own page asks for.
 *
 * @throws AppError FORBIDDEN for rows that the caller may not add, change (also their order) or delete
 */
export function refuseWithoutRights(
  { caller }: Pick<Work, "caller">,
  { model, relation }: ChildTable,
  before: readonly Row[],
  after: readonly Row[],
): void {
  if (!relation.ownRights) return;
  const known = new Map(before.map((row) => [row.id, row]));
  const stays = new Set(after.map(({ id }) => id));
  const places = before.filter(({ id }) => stays.has(id));
  const placed = after.filter(({ id }) => known.has(id));
  const needed = {
    add: after.length > placed.length,
    edit: placed.some((row, at) => {
      const stored = known.get(row.id);
      return places[at] !== stored || (stored !== undefined && changedFields(model, stored, row).length > 0);
    }),
    delete: places.length < before.length,
  };
  const isShort = Object.entries(needed).some(
    ([verb, isNeeded]) => isNeeded && !decideAction(caller, `${model.permissionPrefix}:${verb}`).allowed,
  );
  if (isShort) throw new AppError("FORBIDDEN");
}

export function titleOf({ relation, model }: ChildTable): string {
  return relation.title ?? model.title;
}

function isStoredId(id: unknown): boolean {
  return typeof id === "string" && /^\d{19}$/.test(id);
}
