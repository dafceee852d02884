import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../runtime/expr/compile.ts";
import { add } from "../../runtime/expr/decimal.ts";
import { compileBraced, compileBracedRule, isExpression, resolveJson } from "../../runtime/expr/template.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { typedValue } from "../../runtime/query/typed-value.ts";
import { refuse } from "../http/refusal.ts";
import { modelOf, type Work, withReferences } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { followMaster } from "./follow-master.ts";
import type { Draft } from "./hooks.ts";
import { boundSql, columnOf } from "./query/to-sql.ts";
import { selectRows } from "./read-rows.ts";
import { recompute } from "./rollups.ts";
import { ownerValues } from "./row-owner.ts";
import { hooksOf, prepareRow, saveContext } from "./save-row.ts";
import { insertRow, updateRow } from "./store-row.ts";
import { changedSystemValues, newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { tenantSql } from "./visible-rows.ts";

export type Transition = NonNullable<ResolvedModel["states"]>["transitions"][string];
export type Post = NonNullable<Transition["post"]>[number];

/**
 * What a transition writes into other models, in its transaction. The model's author states it, so it is not limited
 * to what the caller may write himself.
 *
 * @param scope roots of the transition's expressions; `item` is added for each row of `forEach`, a written row under
 *   its `as` for the posts after it
 */
export async function runPosts(work: Work, posts: readonly Post[], scope: Scope, row: Row): Promise<void> {
  const named: Draft = {};
  for (const post of posts) {
    const outer = { ...scope, ...named };
    if (post.type === "find") {
      if (post.when === undefined || compileBraced(post.when)(outer)) named[post.as] = await findRow(work, post, outer);
      continue;
    }
    for (const item of await itemsOf(work, post, outer, row)) {
      const inner = item === undefined ? outer : { ...outer, item };
      if (post.when !== undefined && !compileBraced(post.when)(inner)) continue;
      const written = await runPost(work, post, inner);
      if (post.type !== "increment" && post.as !== undefined) named[post.as] = written;
    }
  }
}

/** Rows of another model that one post goes through; each costs some statements within one transaction. */
const maxItems = 2_000;

type Find = Extract<Post, { type: "find" }>;
type Write = Exclude<Post, Find>;

/** The row that the posts after it read by its name; null when there is none. Its `guards` refuse the whole transition,
 * and lock what they judge: what held when they looked still holds at the commit. */
async function findRow(work: Work, post: Find, scope: Scope): Promise<Row | null> {
  const model = modelOf(work.parts, post.model);
  const isHere = sql<boolean>`${tenantSql(model, work.caller)} and ${whereSql(model, post.where, scope)}`;
  const rows = await selectRows(work.trx, model, isHere, {
    sort: [{ field: "id", order: "asc" }],
    limit: maxItems,
    lock: post.guards !== undefined,
  });
  const test = post.test === undefined ? () => true : compileBraced(post.test);
  const { highest } = post;
  const found = rows
    .filter((item) => test({ ...scope, item }))
    .reduce<Row | null>(
      (best, item) => (best && (highest === undefined || Number(item[highest]) <= Number(best[highest])) ? best : item),
      null,
    );
  for (const guard of post.guards ?? []) {
    if (!compileBracedRule(guard.expr)({ ...scope, [post.as]: found })) throw refuse(guard.message);
  }
  return found;
}

async function itemsOf(work: Work, { forEach }: Write, scope: Scope, row: Row): Promise<readonly unknown[]> {
  if (forEach === undefined) return [undefined];
  if (typeof forEach === "string") {
    const items = row[forEach];
    return Array.isArray(items) ? items : [];
  }
  const model = modelOf(work.parts, forEach.model);
  const items = await postTargets(work, model, forEach.where, scope, { limit: maxItems + 1 });
  if (items.length > maxItems) throw refuse(`${model.title}超过 ${maxItems} 行，一次处理不完`);
  return items;
}

async function runPost(work: Work, post: Write, scope: Scope): Promise<Row | undefined> {
  const model = modelOf(work.parts, post.model);
  switch (post.type) {
    case "insert":
      if (post.unless && (await postTargets(work, model, post.unless, scope, { limit: 1 })).length > 0)
        return undefined;
      return insertPosted(work, model, resolveJson(post.values, scope) as Draft);
    case "update":
      return updatePosted(work, model, post, scope);
    case "increment":
      await incrementPosted(work, model, post, scope);
      return undefined;
  }
}

/** The author's statement holds whatever rows the caller sees: what it names may be outside his data rules. */
const unlimited = (work: Work): Work => ({ ...work, caller: { ...work.caller, dataRules: new Map() } });

/** Adds a row that a document states; whether the caller could add it himself is not asked. */
export async function insertPosted(plain: Work, model: ResolvedModel, values: Draft): Promise<Row> {
  const work = withReferences(unlimited(plain));
  const row = await prepareRow(work, model, values, undefined, [], new Set(Object.keys(values)));
  Object.assign(row, newSystemValues(work), await ownerValues(work, model, row, undefined));
  const context = saveContext(work, model, undefined, values);
  await hooksOf(work, model)?.beforeSave?.(row, context);
  await keepTree(work, model, undefined, row);
  await insertRow(work, model, row);
  await runAdded(work, model, row);
  await hooksOf(work, model)?.afterSave?.(row, context);
  return row;
}

/** What the addition of a row brings with it, whoever added it. */
export async function runAdded(work: Work, model: ResolvedModel, row: Row): Promise<void> {
  if (model.onAdd.length === 0) return;
  await runPosts(work, model.onAdd, { row, user: expressionUser(work.caller), now: work.now }, row);
}

async function updatePosted(
  work: Work,
  model: ResolvedModel,
  post: Extract<Post, { type: "update" }>,
  scope: Scope,
): Promise<Row | undefined> {
  const values = resolveJson(post.values, scope) as Draft;
  let written: Row | undefined;
  for (const before of await postTargets(work, model, post.where, scope)) {
    const row = await recompute(work, model, before, { ...before, ...values });
    const context = saveContext(work, model, before, values);
    await hooksOf(work, model)?.beforeSave?.(row, context);
    await keepTree(work, model, before, row);
    await updateRow(work, model, before, { ...row, ...changedSystemValues(work, before) });
    await followMaster(work, model, before, row);
    await hooksOf(work, model)?.afterSave?.(row, context);
    written = row;
  }
  return written;
}

async function incrementPosted(
  work: Work,
  model: ResolvedModel,
  post: Extract<Post, { type: "increment" }>,
  scope: Scope,
): Promise<void> {
  const by = Number(compileBraced(post.by)(scope) ?? 0);
  const field = model.fields.get(post.field);
  const targets = await postTargets(work, model, post.where, scope);
  if (targets.length === 0) throw refuse(`${model.title}不存在，不能继续`);
  for (const before of targets) {
    const value = add(Number(before[post.field] ?? 0), by);
    if (value === null) throw refuse(`${field?.title ?? post.field}超出范围`);
    if (post.min !== undefined && value < post.min) {
      throw refuse(
        `${model.title}“${String(before[model.titleField] ?? before.id)}”的${field?.title ?? post.field}不足`,
      );
    }
    const row = await recompute(work, model, before, { ...before, [post.field]: value });
    await updateRow(work, model, before, { ...row, ...changedSystemValues(work, before) });
  }
}

/**
 * The rows that `where` names, locked in the order of their ids; an empty condition value names none. The row that
 * moves is never among them: its transition says what it becomes.
 */
async function postTargets(
  work: Work,
  model: ResolvedModel,
  where: Row,
  scope: Scope,
  limit: Readonly<{ limit?: number }> = {},
): Promise<Draft[]> {
  if (Object.keys(where).length === 0) return [];
  const isOther = sql`${sql.ref(`${model.table}.id`)} <> ${(scope.row as Row).id}`;
  const all = sql<boolean>`${tenantSql(model, work.caller)} and ${whereSql(model, where, scope)} and ${isOther}`;
  return selectRows(work.trx, model, all, { sort: [{ field: "id", order: "asc" }], lock: true, ...limit });
}

/** Each named field holds its value; a value that is empty, or of no such field, holds for no row. */
export function whereSql(model: ResolvedModel, where: Row, scope: Scope): RawBuilder<boolean> {
  const conditions = Object.entries(where).map(([name, stated]) => {
    const field = model.fields.get(name);
    const wanted = isExpression(stated) ? compileBraced(stated)(scope) : stated;
    const typed = field && wanted !== null && wanted !== undefined ? typedValue(field, String(wanted)) : undefined;
    return field && typed !== undefined ? sql`${columnOf(field, { model })} = ${boundSql(field, typed)}` : sql`false`;
  });
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
