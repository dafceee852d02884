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
  if (before && after) await refuseCircle(work, model, before, after);
  const tree = treeOf(model);
  if (!tree) return;
  const [from, to] = [parentOf(tree, before), parentOf(tree, after)];
  if (after && isSame(before && from, to)) return;
  if (after && to !== undefined) await checkParent(work, model, tree, to);
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
    // The new rows of one call may name each other.
    if (!before && after) await refuseCircle(work, model, {}, after);
    await keepTree(work, model, before, after);
  }
}

/** Nothing comes to stand above itself: no branch of a tree, no leader of leaders, no row that is summed up in its own kind. */
async function refuseCircle(work: Work, model: ResolvedModel, before: Row, after: Row): Promise<void> {
  for (const field of keysAbove(model)) {
    if (isSame(before[field.name], after[field.name])) continue;
    const seen = new Set<unknown>();
    for (let above = after[field.name]; typeof above === "string" && above !== "" && !seen.has(above); ) {
      if (above === after.id) throwFieldErrors({ [field.name]: `${field.title}不能是自己或自己的下级` });
      seen.add(above);
      const where = sql<boolean>`${sql.ref(`${model.table}.id`)} = ${above} and ${tenantSql(model, work.caller)}`;
      // Locked, so that two changes at once cannot close a circle together.
      const [row] = await selectRows(work.trx, model, where, { lock: true });
      above = row?.[field.name];
    }
  }
}

/** The fields that name the row above, of the same model. */
function keysAbove(model: ResolvedModel): readonly ResolvedField[] {
  const names = [
    treeOf(model)?.parent.name,
    ...Object.values(model.relations).map((one) =>
      one.kind === "one-to-many" && one.model === model.id ? one.foreignKey : undefined,
    ),
    ...[...model.fields.values()].map(({ rollup }) => (rollup?.model === model.id ? rollup.foreignKey : undefined)),
  ];
  return [...new Set(names)].flatMap((name) => model.fields.get(name ?? "") ?? []);
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

async function checkParent(work: Work, model: ResolvedModel, tree: Tree, parentId: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${parentId} and ${visibleSql(model, work.caller, work.now)}`.execute(
    work.trx,
  );
  if (rows.length === 0) throwFieldErrors({ [tree.parent.name]: `${tree.parent.title}不存在` });
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
