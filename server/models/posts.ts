import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../runtime/expr/compile.ts";
import { add } from "../../runtime/expr/decimal.ts";
import { compileBraced, compileBracedRule, resolveJson } from "../../runtime/expr/template.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";
import { atPresent, modelOf, type Work, withReferences } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { fillAsks, fillFields, takeFills } from "./fill-row.ts";
import { findRows, whereValues } from "./find-rows.ts";
import { followMaster } from "./follow-master.ts";
import type { Draft } from "./hooks.ts";
import { type Stage, stagesOf } from "./post-stages.ts";
import { boundSql, columnOf, toSql } from "./query/to-sql.ts";
import { selectRows } from "./read-rows.ts";
import { changedReferences, loadReferenced } from "./referenced-rows.ts";
import { recompute } from "./rollups.ts";
import { filterCondition } from "./row-filter.ts";
import { ownerValues } from "./row-owner.ts";
import { hooksOf, prepareRow, saveContext } from "./save-row.ts";
import { deleteRow, insertRow, insertRowsTogether, updateRow } from "./store-row.ts";
import { changedSystemValues, newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { tenantSql } from "./visible-rows.ts";

export type Transition = NonNullable<ResolvedModel["states"]>["transitions"][string];
export type Post = NonNullable<Transition["post"]>[number];
export type Find = Extract<Post, { type: "find" }>;
export type Insert = Extract<Post, { type: "insert" }>;
type Write = Exclude<Post, Find>;
type Read = NonNullable<Transition["read"]>[number];

/** What posts follow from. */
interface Cause {
  /** Roots of the expressions; `item` is added for each row of `forEach`. */
  readonly scope: Scope;
  /** Its relations are what `forEach` names. */
  readonly row: Row;
  /** What earlier posts have found or written, by their `as`. */
  readonly named: Draft;
}

/**
 * What a transition writes into other models, in its transaction. The model's author states it, so it is not limited
 * to what the caller may write themselves.
 */
export async function runPosts(work: Work, posts: readonly Post[], scope: Scope, row: Row): Promise<void> {
  await runStages(work, stagesOf(work, posts), [{ scope, row, named: {} }]);
}

/** The moving row takes values of the row that this makes. */
export const givesInto = (post: Post): post is Insert => post.type === "insert" && post.into !== undefined;

/**
 * Makes the rows that the moving row takes values of, before that row is written: what follows from the values is
 * computed, checked and saved with it, once.
 *
 * @returns what the moving row takes, undefined where nothing was made; the made rows by their `as`
 */
export async function runInto(
  work: Work,
  posts: readonly Insert[],
  scope: Scope,
  row: Row,
): Promise<{ readonly values: Row | undefined; readonly named: Row }> {
  const named: Draft = {};
  const values: Draft = {};
  for (const { as = madeRow, into = {}, ...post } of posts) {
    const own: Draft = { ...named, [as]: undefined };
    await runOne(work, { ...post, as }, { scope, row, named: own });
    const made = own[as] as Row | undefined;
    if (!made) continue;
    for (const [name, from] of Object.entries(into)) values[name] = made[from];
    if (as !== madeRow) named[as] = made;
  }
  return { values: Object.keys(values).length > 0 ? values : undefined, named };
}

const madeRow = "made";

/** What the addition of rows brings with it, whoever added them. */
export async function runAdded(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  if (model.onAdd.length === 0 || rows.length === 0) return;
  const stages = stagesOf(work, model.onAdd);
  const causes = rows.map((row) => {
    const scope = { row, user: expressionUser(work.caller), now: work.now };
    return { scope, row, named: {} };
  });
  const areTogether = stages.every(({ kind }) => kind !== "one");
  for (const some of areTogether ? [causes] : causes.map((cause) => [cause])) await runStages(work, stages, some);
}

async function runStages(work: Work, stages: readonly Stage[], causes: readonly Cause[]): Promise<void> {
  for (const stage of stages) {
    switch (stage.kind) {
      case "find":
        await findTogether(work, stage.posts, causes);
        break;
      case "insert":
        await insertTogether(work, stage.posts, causes);
        break;
      case "one":
        for (const cause of causes) await runOne(work, stage.post, cause);
    }
  }
}

async function findTogether(work: Work, posts: readonly Find[], causes: readonly Cause[]): Promise<void> {
  const asked = posts.flatMap((post) =>
    causes.flatMap((cause) => {
      const scope = { ...cause.scope, ...cause.named };
      if (post.when !== undefined && !compileBraced(post.when)(scope)) return [];
      return [{ post, cause, scope, where: post.where, filter: post.filter, model: modelOf(work.parts, post.model) }];
    }),
  );
  const found = await findRows(work, asked, maxItems);
  for (const [index, { post, cause, scope }] of asked.entries()) {
    cause.named[post.as] = foundOf(fitting(found[index] ?? [], post.test, scope), post);
  }
}

async function insertTogether(work: Work, posts: readonly Insert[], causes: readonly Cause[]): Promise<void> {
  const drafts: PostedDraft[] = [];
  for (const post of posts) {
    const model = modelOf(work.parts, post.model);
    for (const { scope, named, row } of causes) {
      const outer = { ...scope, ...named };
      for (const item of await itemsOf(work, post, outer, row, maxTogether)) {
        const inner = { ...outer, item, now: work.parts.clock() };
        if (post.when !== undefined && !compileBraced(post.when)(inner)) continue;
        drafts.push({ model, values: resolveJson(post.values, inner) as Draft });
      }
    }
  }
  await insertAllPosted(atPresent(work), drafts);
}

async function runOne(work: Work, post: Post, { scope, named, row }: Cause): Promise<void> {
  const outer = { ...scope, ...named };
  if (post.type === "find") {
    if (post.when === undefined || compileBraced(post.when)(outer)) named[post.as] = await findRow(work, post, outer);
    return;
  }
  for (const item of await itemsOf(work, post, outer, row, maxItems)) {
    const present = atPresent(work);
    const inner = { ...outer, item, now: present.now };
    if (post.when !== undefined && !compileBraced(post.when)(inner)) continue;
    const written = await runPost(present, post, inner);
    if ("as" in post && post.as !== undefined) named[post.as] = written;
  }
}

/** What a transition reads before it is judged: by name, one row, or all of them. */
export async function runReads(work: Work, reads: readonly Read[], scope: Scope): Promise<Row> {
  const named: Draft = {};
  const finds = reads.map((read): Find => ({ type: "find", ...read }));
  await runStages(work, stagesOf(work, finds), [{ scope, row: {}, named }]);
  return named;
}

/** Rows of another model that one post goes through; each costs some statements within one transaction. */
const maxItems = 2_000;

/** Rows that one post adds in one statement. */
const maxTogether = 20_000;

/** @throws AppError with the message of the first guard that does not hold, at its field where it names one */
export function requireGuards(guards: Transition["guards"], scope: Scope): void {
  for (const { expr, field, message } of guards ?? []) {
    if (compileBracedRule(expr)(scope)) continue;
    if (field !== undefined) throwFieldErrors({ [field]: message });
    throw refuse(message);
  }
}

/** What the posts after it read by its name: a row, null when there is none, or all of them. Its `guards` refuse the whole transition,
 * and lock what they judge: what held when they looked still holds at the commit. */
async function findRow(work: Work, post: Find, scope: Scope): Promise<unknown> {
  const rows = await matchingRows(work, post, scope, { lock: post.lock ?? post.guards !== undefined });
  const found = foundOf(rows, post);
  requireGuards(post.guards, { ...scope, [post.as]: found });
  return found;
}

async function matchingRows(
  work: Work,
  { model: id, where, filter, test }: Pick<Read, "model" | "where" | "filter" | "test">,
  scope: Scope,
  options: Readonly<{ lock?: boolean }> = {},
): Promise<readonly Row[]> {
  const model = modelOf(work.parts, id);
  const isHere = sql<boolean>`${tenantSql(model, work.caller)} and ${matchSql(model, where, filter, scope)}`;
  const rows = await selectRows(work.trx, model, isHere, {
    sort: [{ field: "id", order: "asc" }],
    limit: maxItems,
    ...options,
  });
  return fitting(rows, test, scope);
}

function fitting(rows: readonly Row[], test: string | undefined, scope: Scope): readonly Row[] {
  if (test === undefined) return rows;
  const fits = compileBraced(test);
  return rows.filter((item) => fits({ ...scope, item }));
}

function foundOf(rows: readonly Row[], { all, highest: field }: Pick<Read, "all" | "highest">): unknown {
  if (all) return rows;
  const [first = null] = rows;
  if (field === undefined) return first;
  return rows.reduce<Row | null>(
    (best, row) => (best && Number(row[field]) <= Number(best[field]) ? best : row),
    first,
  );
}

async function itemsOf(work: Work, post: Write, scope: Scope, row: Row, most: number): Promise<readonly unknown[]> {
  const forEach = "forEach" in post ? post.forEach : undefined;
  if (forEach === undefined) return [undefined];
  if (typeof forEach === "string") {
    const items = row[forEach];
    return Array.isArray(items) ? items : [];
  }
  const model = modelOf(work.parts, forEach.model);
  const items = await postTargets(work, model, forEach, scope, { limit: most + 1 });
  if (items.length > most) throw refuse(`${model.title}超过 ${most} 行，一次处理不完`);
  return items;
}

async function runPost(work: Work, post: Write, scope: Scope): Promise<Row | undefined> {
  const model = modelOf(work.parts, post.model);
  switch (post.type) {
    case "insert":
      if (post.unless && (await postTargets(work, model, { where: post.unless }, scope, { limit: 1 })).length > 0)
        return undefined;
      return insertPosted(work, model, resolveJson(post.values, scope) as Draft);
    case "update":
      return updatePosted(work, model, post, scope);
    case "delete":
      for (const target of await postTargets(work, model, post, scope)) await deleteRow(work, model, target);
      return undefined;
    case "increment":
      await incrementPosted(work, model, post, scope);
      return undefined;
  }
}

const asStated = (work: Work): Work => ({ ...work, isStated: true, caller: { ...work.caller, dataRules: new Map() } });

/** Adds a row that a document states; whether the caller could add it themselves is not asked. */
export async function insertPosted(plain: Work, model: ResolvedModel, values: Draft): Promise<Row> {
  const work = withReferences(asStated(plain));
  const row = await prepareRow(work, model, values, undefined, [], new Set(Object.keys(values)));
  Object.assign(row, newSystemValues(work), await ownerValues(work, model, row, undefined));
  const context = saveContext(work, model, undefined, values);
  await hooksOf(work, model)?.beforeSave?.(row, context);
  await keepTree(work, model, undefined, row);
  await insertRow(work, model, row);
  await runAdded(work, model, [row]);
  await hooksOf(work, model)?.afterSave?.(row, context);
  return row;
}

/** A new row that a document states. */
export interface PostedDraft {
  readonly model: ResolvedModel;
  readonly values: Draft;
}

/**
 * Adds rows that a document states, of models without hooks and trees. What they refer to and their numbers are asked
 * together, and all of them are stored by one statement; then follows what they bring with them.
 */
export async function insertAllPosted(plain: Work, drafts: readonly PostedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  // The rows that it sums up are locked already: a counter in the same statement keeps nobody longer, and costs no way of its own.
  const work = { ...asStated(plain), referenced: new Map(), beside: undefined };
  const inputs = drafts.map(({ model, values }) => ({ model, row: { ...values }, sent: new Set(Object.keys(values)) }));
  const asks = await fillAsks(work, byModel(inputs));
  for (const { model, row } of inputs) {
    const except = new Set(asks.flatMap(({ rows, field }) => (rows.includes(row) ? [field] : [])));
    await fillFields(work, model, row, { serial: false, except });
  }
  const references = inputs.flatMap(({ model, row }) => changedReferences(work, model, row, undefined));
  await takeFills(asks, await loadReferenced(work, references, asks));
  const rows: { readonly model: ResolvedModel; readonly row: Draft }[] = [];
  for (const { model, row: input, sent } of inputs) {
    const row = await prepareRow(work, model, input, undefined, [], sent);
    rows.push({
      model,
      row: Object.assign(row, newSystemValues(work), await ownerValues(work, model, row, undefined)),
    });
  }
  const batches = byModel(rows);
  await insertRowsTogether(work, batches);
  for (const batch of batches) await runAdded(plain, batch.model, batch.rows);
}

function byModel(rows: readonly { readonly model: ResolvedModel; readonly row: Draft }[]) {
  const batches = new Map<ResolvedModel, Draft[]>();
  for (const { model, row } of rows) {
    const batch = batches.get(model) ?? [];
    batches.set(model, batch);
    batch.push(row);
  }
  return [...batches].map(([model, of]) => ({ model, rows: of }));
}

async function updatePosted(
  plain: Work,
  model: ResolvedModel,
  post: Extract<Post, { type: "update" }>,
  scope: Scope,
): Promise<Row | undefined> {
  const targets = await postTargets(plain, model, post, scope);
  const work = atPresent(plain);
  const values = resolveJson(post.values, { ...scope, now: work.now }) as Draft;
  let written: Row | undefined;
  for (const before of targets) {
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
  plain: Work,
  model: ResolvedModel,
  post: Extract<Post, { type: "increment" }>,
  scope: Scope,
): Promise<void> {
  const by = Number(compileBraced(post.by)(scope) ?? 0);
  const field = model.fields.get(post.field);
  const targets = await postTargets(plain, model, post, scope);
  const work = atPresent(plain);
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
  { where, filter }: Pick<Read, "where" | "filter">,
  scope: Scope,
  limit: Readonly<{ limit?: number }> = {},
): Promise<Draft[]> {
  if (Object.keys(where).length === 0) return [];
  const isOther = sql`${sql.ref(`${model.table}.id`)} <> ${(scope.row as Row).id}`;
  const all = sql<boolean>`${tenantSql(model, work.caller)} and ${matchSql(model, where, filter, scope)} and ${isOther}`;
  return selectRows(work.trx, model, all, { sort: [{ field: "id", order: "asc" }], lock: true, ...limit });
}

function matchSql(model: ResolvedModel, where: Row, filter: Read["filter"], scope: Scope): RawBuilder<boolean> {
  const named = whereSql(model, where, scope);
  return filter ? sql<boolean>`${named} and ${toSql(filterCondition(model, filter, scope), { model })}` : named;
}

/** Each named field holds its value; a value that is empty, or of no such field, holds for no row. */
export function whereSql(model: ResolvedModel, where: Row, scope: Scope): RawBuilder<boolean> {
  const values = whereValues(model, where, scope);
  if (!values) return sql<boolean>`false`;
  const conditions = [...values].map(
    ([field, value]) => sql`${columnOf(field, { model })} = ${boundSql(field, value)}`,
  );
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
