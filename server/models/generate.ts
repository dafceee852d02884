import { sql } from "kysely";
import { add } from "../../runtime/expr/decimal.ts";
import { compileBraced, compileBracedRule, resolveJson } from "../../runtime/expr/template.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { refuse } from "../http/refusal.ts";
import { modelOf, type Work, withReferences } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";
import type { Draft } from "./hooks.ts";
import { insertAllPosted, insertPosted, runReads, whereSql } from "./posts.ts";
import { columnOf } from "./query/to-sql.ts";
import { selectRows } from "./read-rows.ts";
import { recompute } from "./rollups.ts";
import { updateRows } from "./store-row.ts";
import { changedSystemValues } from "./system-values.ts";
import { readAnswers } from "./transitions.ts";
import { tenantSql, visibleSql } from "./visible-rows.ts";

export type Generation = NonNullable<ResolvedModel["generate"]>[string];
type Source = Generation["sources"][number];
type Lines = Source["lines"][number];

/** What a generation makes, or would make: one entry per made row, in the order of their titles. */
export interface Generated {
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly count: number;
    readonly amount: number;
  }[];
  /** Lines of all rows together. */
  readonly count: number;
  readonly amount: number;
}

/** Lines that one call takes; more of them are narrowed down by the answers. */
const maxLines = 20_000;

/** A row that becomes a line, and what its document says of it. */
interface Taken {
  readonly lines: Lines;
  readonly item: Row;
}

/** Whom one row is made for, with the lines that it gets. */
interface Group {
  readonly source: Source;
  readonly master: Row;
  readonly taken: readonly Taken[];
  readonly amount: number;
}

/** What the generation would make with these answers, without making it. */
export async function previewGeneration(work: Work, model: ResolvedModel, key: string, body: Row): Promise<Generated> {
  return summary(await groupsOf(work, model, key, body, { lock: false }));
}

/**
 * Makes the rows with their lines and marks what they were made from, all in one transaction.
 *
 * @param body the answers, and `expected` with `count` and `amount` of the preview: rows that came, went or were taken by
 *   somebody else since then refuse the call
 */
export async function runGeneration(plain: Work, model: ResolvedModel, key: string, body: Row): Promise<Generated> {
  const work = withReferences(plain);
  await takeTurn(work, model, key);
  const groups = await groupsOf(work, model, key, body, { lock: true });
  const generated = summary(groups);
  const expected = body.expected as Partial<Generated> | undefined;
  if (expected && (expected.count !== generated.count || expected.amount !== generated.amount)) {
    throw refuse("预览之后数据有变化，请重新预览");
  }
  if (groups.length === 0) throw refuse("没有可以生成的数据");
  const scope = await scopeOf(work, model, key, body);
  for (const group of groups) await makeGroup(work, model, group, scope);
  return generated;
}

/** One at a time per tenant: who comes second is told at once instead of making the same rows again. */
async function takeTurn({ trx, caller }: Work, model: ResolvedModel, key: string): Promise<void> {
  const place = `generate ${caller.tenantId} ${model.id} ${key}`;
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${place}, 0)) as "isFree"`.execute(trx);
  if (!rows[0]?.isFree) throw refuse("别人正在生成，请稍后再试");
}

function summary(groups: readonly Group[]): Generated {
  const rows = groups.map(({ master, taken, amount, source }) => ({
    id: String(master.id),
    title: String(master[source.each.title] ?? master.id),
    count: taken.length,
    amount,
  }));
  return {
    rows,
    count: rows.reduce((sum, row) => sum + row.count, 0),
    amount: rows.reduce((sum, row) => add(sum, row.amount) ?? sum, 0),
  };
}

/** The answers, and the rows that the generation reads before its sources. */
async function scopeOf(work: Work, model: ResolvedModel, key: string, body: Row): Promise<Draft> {
  const { title, ask = {}, read = [] } = generationOf(model, key);
  const form = await readAnswers(work, model, { title, from: [], ask }, {}, body);
  const scope = { form, user: expressionUser(work.caller), now: work.now };
  return { ...scope, ...(await runReads(work, read, scope)) };
}

function generationOf(model: ResolvedModel, key: string): Generation {
  const generation = model.generate?.[key];
  if (!generation) throw new Error(`no generation ${key} in ${model.id}`);
  return generation;
}

async function groupsOf(
  work: Work,
  model: ResolvedModel,
  key: string,
  body: Row,
  options: { readonly lock: boolean },
): Promise<readonly Group[]> {
  const { guards = [], sources } = generationOf(model, key);
  const scope = await scopeOf(work, model, key, body);
  for (const guard of guards) if (!compileBracedRule(guard.expr)(scope)) throw refuse(guard.message);
  const groups: Group[] = [];
  for (const source of sources) {
    if (source.when !== undefined && !compileBraced(source.when)(scope)) continue;
    groups.push(...(await readGroups(work, source, scope, options)));
  }
  return groups.sort((one, other) => (String(one.master.id) < String(other.master.id) ? -1 : 1));
}

/** The lines first: whoever has none needs no row. */
async function readGroups(work: Work, source: Source, scope: Draft, options: { readonly lock: boolean }) {
  const found: Taken[] = [];
  for (const lines of source.lines) {
    for (const item of await readLines(work, lines, scope, options)) found.push({ lines, item });
  }
  const masterOf = ({ lines, item }: Taken) => String(item[lines.key] ?? "");
  const masters = await readMasters(work, source, scope, new Set(found.map(masterOf)));
  const enough = compileBraced(source.each.when ?? "{{ true }}");
  const byMaster = new Map<string, Taken[]>();
  for (const one of found) {
    const row = masters.get(masterOf(one));
    const { take } = one.lines;
    if (!row || (take !== undefined && !compileBraced(take)({ ...scope, row, item: one.item }))) continue;
    const taken = byMaster.get(String(row.id)) ?? [];
    byMaster.set(String(row.id), taken);
    taken.push(one);
  }
  return [...byMaster].flatMap(([id, taken]): Group[] => {
    const master = masters.get(id);
    const amount = taken.reduce((sum, { lines, item }) => add(sum, Number(item[lines.amount] ?? 0)) ?? sum, 0);
    if (!master || !enough({ ...scope, row: master, count: taken.length, amount })) return [];
    return [{ source, master, taken, amount }];
  });
}

/** Locked in the order of their ids, like the rows of posts. */
async function readLines(work: Work, { model: id, where }: Lines, scope: Draft, options: { readonly lock: boolean }) {
  const model = modelOf(work.parts, id);
  const isHere = sql<boolean>`${tenantSql(model, work.caller)} and ${whereSql(model, where, scope)}`;
  const rows = await selectRows(work.trx, model, isHere, {
    sort: [{ field: "id", order: "asc" }],
    limit: maxLines + 1,
    ...options,
  });
  if (rows.length > maxLines) throw refuse(`${model.title}超过 ${maxLines} 行，请缩小范围`);
  return rows;
}

/** Only whom the caller may see gets a row, with the row that `beside` names for each. */
async function readMasters(work: Work, { each }: Source, scope: Draft, ids: ReadonlySet<string>) {
  const model = modelOf(work.parts, each.model);
  const masters = new Map<string, Row>();
  if (ids.size === 0) return masters;
  const isNamed = sql<boolean>`${sql.ref(`${model.table}.id`)} in (${sql.join([...ids])})`;
  const where = sql<boolean>`${isNamed} and ${visibleSql(model, work.caller, work.now)} and ${whereSql(model, each.where ?? {}, scope)}`;
  for (const row of await selectRows(work.trx, model, where)) masters.set(String(row.id), row);
  return masters;
}

async function makeGroup(work: Work, model: ResolvedModel, group: Group, scope: Draft): Promise<void> {
  const { source, master, taken, amount } = group;
  const outer = { ...scope, row: master, count: taken.length, amount, beside: await besideOf(work, group, scope) };
  const made = await insertPosted(work, model, resolveJson(source.values, outer) as Draft);
  const drafts = taken.map(({ lines: { line }, item }) => {
    const values = { ...(resolveJson(line.values, { ...outer, made, item }) as Draft), [line.foreignKey]: made.id };
    return { model: modelOf(work.parts, line.model), values };
  });
  await insertAllPosted(work, drafts);
  for (const lines of source.lines) {
    const items = taken.filter((one) => one.lines === lines).map(({ item }) => item);
    const values = resolveJson(lines.mark, { ...outer, made }) as Draft;
    await markItems(work, modelOf(work.parts, lines.model), items, values);
  }
}

async function besideOf(work: Work, { source, master }: Group, scope: Draft): Promise<Row> {
  const { beside } = source.each;
  if (!beside) return {};
  const model = modelOf(work.parts, beside.model);
  const key = model.fields.get(beside.key);
  if (!key) return {};
  const isOwn = sql<boolean>`${columnOf(key, { model })} = ${String(master.id)}`;
  const where = sql<boolean>`${tenantSql(model, work.caller)} and ${isOwn} and ${whereSql(model, beside.where ?? {}, scope)}`;
  const [row] = await selectRows(work.trx, model, where, { sort: [{ field: "id", order: "asc" }], limit: 1 });
  return row ?? {};
}

/** What was taken says so, in one statement; nothing takes it a second time. */
async function markItems(work: Work, model: ResolvedModel, items: readonly Row[], values: Draft): Promise<void> {
  const changes: { readonly before: Row; readonly after: Row }[] = [];
  for (const before of items) {
    const row = await recompute(work, model, before, { ...before, ...values });
    changes.push({ before, after: { ...row, ...changedSystemValues(work, before) } });
  }
  await updateRows(work, model, changes);
}
