import { sql } from "kysely";
import type { Relation, ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { selectRows } from "./read-rows.ts";
import { isSame, updateRow } from "./store-row.ts";
import { tenantSql, visibleSql } from "./visible-rows.ts";

type TreeRelation = Extract<Relation, { readonly kind: "tree" }>;

const maxDepth = 100;

export interface Tree {
  readonly parent: ResolvedField;
  readonly hasChild: ResolvedField;
  /** What the parent field of a top row holds; `""` reads as null too. */
  readonly root: string;
}

/** How the rows of a model form a tree; undefined when they do not. */
export function treeOf(model: ResolvedModel): Tree | undefined {
  const relation = Object.values(model.relations).find((one): one is TreeRelation => one.kind === "tree");
  const parent = relation && model.fields.get(relation.pid);
  const hasChild = relation && model.fields.get(relation.hasChild);
  return relation && parent && hasChild ? { parent, hasChild, root: relation.root } : undefined;
}

/** The condition for the children of a row, or for the top rows. */
export function childrenSql(model: ResolvedModel, tree: Tree, parentId: string) {
  const column = sql.ref(`${model.table}.${tree.parent.column}`);
  const isRoot = parentId === "" || parentId === tree.root;
  return isRoot
    ? sql<boolean>`(${column} is null or ${column} in ('', ${tree.root}))`
    : sql<boolean>`${column} = ${parentId}`;
}

/**
 * Keeps a tree a tree: the parent exists and is the caller's to see, nothing hangs below itself, and every parent knows
 * whether it has children.
 */
export async function keepTree(
  work: Work,
  model: ResolvedModel,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  await refuseCircle(work, model, before, after);
  const tree = treeOf(model);
  if (!tree) return;
  const [from, to] = [parentOf(tree, before), parentOf(tree, after)];
  if (after && isSame(before && from, to)) return;
  if (after && to !== undefined) await checkParent(work, model, tree, String(before?.id ?? ""), to);
  if (to !== undefined) await setHasChild(work, model, tree, to, true);
  if (from !== undefined && from !== to) {
    const others = await hasOtherChild(work, model, tree, from, String(before?.id));
    if (!others) await setHasChild(work, model, tree, from, false);
  }
}

/**
 * The same for the rows of one master, once all of them are written.
 *
 * @param changes each written row before and after
 * @param ids the master's rows: nothing hangs below a row of another one
 */
export async function keepSubTree(
  work: Work,
  model: ResolvedModel,
  changes: readonly (readonly [Row | undefined, Row | undefined])[],
  ids: ReadonlySet<unknown>,
): Promise<void> {
  const tree = treeOf(model);
  if (!tree) return;
  for (const [before, after] of changes) {
    const parent = parentOf(tree, after);
    if (parent !== undefined && !ids.has(parent)) {
      throwFieldErrors({ [tree.parent.name]: `${tree.parent.title}不存在` });
    }
    await keepTree(work, model, before, after);
  }
}

/** A leader of leaders: where rows of a model refer to their own kind, nobody comes to stand above themselves. */
async function refuseCircle(
  work: Work,
  model: ResolvedModel,
  before: Row | undefined,
  after: Row | undefined,
): Promise<void> {
  for (const relation of Object.values(model.relations)) {
    const field =
      relation.kind === "one-to-many" && relation.model === model.id && model.fields.get(relation.foreignKey);
    if (!field || !before || !after || isSame(before[field.name], after[field.name])) continue;
    let above = after[field.name];
    for (let step = 0; step < maxDepth && typeof above === "string" && above !== ""; step += 1) {
      if (above === after.id) throwFieldErrors({ [field.name]: `${field.title}不能是自己或自己的下级` });
      const where = sql<boolean>`${sql.ref(`${model.table}.id`)} = ${above} and ${tenantSql(model, work.caller)}`;
      // Locked, so that two changes at once cannot close a circle together.
      const [row] = await selectRows(work.trx, model, where, { lock: true });
      above = row?.[field.name];
    }
  }
}

/** Ids of every row below the given one, nearest first. */
export async function descendantIds(work: Work, model: ResolvedModel, tree: Tree, id: string): Promise<string[]> {
  const [table, parent] = [sql.table(model.table), sql.ref(tree.parent.column)];
  const { rows } = await sql<{ id: string }>`
    with recursive below (id, depth) as (
      select id, 1 from ${table} where ${parent} = ${id}
      union all
      select child.id, below.depth + 1 from ${table} child join below on child.${parent} = below.id where below.depth < ${maxDepth}
    ) select id from below group by id order by min(depth)`.execute(work.trx);
  return rows.map((row) => row.id);
}

function parentOf(tree: Tree, row: Row | undefined): string | undefined {
  const value = row?.[tree.parent.name];
  return value === null || value === undefined || value === "" || value === tree.root ? undefined : String(value);
}

async function checkParent(work: Work, model: ResolvedModel, tree: Tree, id: string, parentId: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${parentId} and ${visibleSql(model, work.caller, work.now)}`.execute(
    work.trx,
  );
  if (rows.length === 0) throwFieldErrors({ [tree.parent.name]: `${tree.parent.title}不存在` });
  if (id === "") return;
  const below = await descendantIds(work, model, tree, id);
  if (parentId === id || below.includes(parentId)) {
    throwFieldErrors({ [tree.parent.name]: `${tree.parent.title}不能是自己或自己的下级` });
  }
}

async function hasOtherChild(work: Work, model: ResolvedModel, tree: Tree, parentId: string, id: string) {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${childrenSql(model, tree, parentId)} and ${sql.ref(`${model.table}.id`)} <> ${id}
      and ${tenantSql(model, work.caller)} limit 1`.execute(work.trx);
  return rows.length > 0;
}

/** The mark is the engine's own: it makes no new version of the parent. */
async function setHasChild(work: Work, model: ResolvedModel, tree: Tree, id: string, has: boolean): Promise<void> {
  const where = sql<boolean>`${sql.ref(`${model.table}.id`)} = ${id} and ${tenantSql(model, work.caller)}`;
  const [row] = await selectRows(work.trx, model, where, { lock: true });
  if (!row) return;
  const isText = tree.hasChild.type === "string";
  const value = isText ? (has ? "1" : "0") : tree.hasChild.type === "boolean" ? has : Number(has);
  await updateRow(work, model, row, { ...row, [tree.hasChild.name]: value });
}
