import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ResolvedModel, Row, SortKey } from "../../runtime/model/resolved-model.ts";
import { type Condition, isAlways } from "../../runtime/query/condition.ts";
import { frozenSql } from "../db/frozen-sql.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { bigrams } from "../db/search-bigrams.ts";
import { countedWithPage, countingSql } from "./count-rows.ts";
import { columnOf } from "./query/to-sql.ts";
import type { Reading } from "./read-rows.ts";
import { deletedField } from "./visible-rows.ts";

/** A page of a list as a caller asks for it. */
export interface PageQuery {
  readonly sort: readonly SortKey[];
  readonly pageNo: number;
  readonly pageSize: number;
  /** What the caller asks, without what exists for them. */
  readonly asked: Condition;
  /** What they ask among the rows that exist for them. */
  readonly matching: Condition;
  /** Whose own writes the total has to show. */
  readonly userId: string;
}

type PageReading = Pick<Reading, "budget" | "counter"> & { readonly parts: Pick<Reading["parts"], "database"> };

interface CountedPage {
  readonly stored: readonly Row[];
  readonly total: number;
}

/** No field has this column: theirs begin with a letter. */
const totalColumn = "_total";

/**
 * One page as it is stored and the total: in one statement where few rows match, with a count that goes on alone where
 * many do.
 *
 * @param where `query.matching` as SQL
 */
export async function selectPage(
  reading: PageReading,
  model: ResolvedModel,
  query: PageQuery,
  where: Expression<SqlBool>,
): Promise<CountedPage> {
  const { counter, parts } = reading;
  const { userId } = query;
  const question = counter.question(parts.database.kysely, model.table, where, userId);
  const kept = counter.kept(question);
  const isCounted = kept === undefined;
  const isSearched = isCounted && partsOf(query.asked).some((part) => isSearch(model, part));
  const found = isSearched ? await selectFound(reading, model, query, where) : undefined;
  if (found) return found;
  // That a search finds more than are counted beside a page is known by now.
  const stored = await selectInOrder(reading, model, query, where, isCounted && !isSearched);
  // A page that is not full ends the list, so its rows need no counting.
  if (stored.length < query.pageSize && (stored.length > 0 || query.pageNo === 1)) {
    return { stored, total: offsetOf(query) + stored.length };
  }
  const counted = Number(stored[0]?.[totalColumn] ?? Number.POSITIVE_INFINITY);
  if (counted <= countedWithPage) {
    counter.keep(question, counted);
    return { stored, total: counted };
  }
  const asking = { isOpening: isAlways(query.asked), userId };
  return { stored, total: kept ?? (await counter.count(parts.database, model.table, where, asking)) };
}

async function selectInOrder(
  { budget }: PageReading,
  model: ResolvedModel,
  query: PageQuery,
  where: Expression<SqlBool>,
  counts: boolean,
): Promise<readonly Row[]> {
  const order = sql`order by ${orderOf(model, query.sort)}`;
  // A kept plan does not know how few rows a tenant has: from end to end it would look for them through the whole table.
  const counting = countingSql(model.table, where, countedWithPage + 1, isWhole(model, query) ? order : undefined);
  const total = counts ? sql`, (${counting}) as ${sql.ref(totalColumn)}` : sql``;
  const statement = sql<Row>`
    select ${columnsOf(model)}${total} from ${sql.table(model.table)} where ${where} ${order} ${cut(query)}
    ${planOf(query)}`;
  const { rows } = await budget.run(statement, askedOf(model, query));
  return rows;
}

/**
 * A search index tells which rows match, not in which order: all of them are read, once, for the page and for the
 * total.
 *
 * @returns undefined when more rows match than are read this way
 */
async function selectFound(
  { budget }: PageReading,
  model: ResolvedModel,
  query: PageQuery,
  where: Expression<SqlBool>,
): Promise<CountedPage | undefined> {
  const keys = sql.join(
    [...new Set(["id", ...query.sort.map((key) => key.field)])].flatMap((name) => columnNamed(model, name)),
  );
  const statement = sql<Row>`
    with found as materialized (
      select ${keys} from ${sql.table(model.table)} where ${where} limit ${sql.lit(countedWithPage + 1)})
    select ${columnsOf(model)}, (select count(*) from found) as ${sql.ref(totalColumn)}
    from (select id from found order by ${orderOf(model, query.sort, "found")} ${cut(query)}) page
    join ${sql.table(model.table)} on ${sql.ref(`${model.table}.id`)} = page.id
    order by ${orderOf(model, query.sort)}`;
  const { rows } = await budget.run(statement, askedOf(model, query));
  const total =
    rows.length === 0 && query.pageNo === 1 ? 0 : Number(rows[0]?.[totalColumn] ?? Number.POSITIVE_INFINITY);
  return total <= countedWithPage ? { stored: rows, total } : undefined;
}

const askedOf = (model: ResolvedModel, { asked, sort, pageSize }: PageQuery) => ({
  model,
  where: asked,
  sort,
  pageSize,
});

/** A text that a search index looks up, or one of several ways to find a row that all have an index. */
function isSearch(model: ResolvedModel, condition: Condition): boolean {
  if (condition.kind === "some") {
    return condition.of.length > 0 && condition.of.every((one) => isSearch(model, one) || isKey(model, one));
  }
  if (condition.kind !== "text" || condition.negate || bigrams(condition.text).length === 0) return false;
  return model.fields.get(condition.field)?.search ?? false;
}

/** Values of a field that finds at most one row each. */
const isKey = (model: ResolvedModel, condition: Condition): boolean =>
  condition.kind === "in" &&
  !condition.negate &&
  (condition.field === "id" || (model.fields.get(condition.field)?.unique ?? false));

/** Ends a statement whose best plan is the same whatever the values: the list as it opens. A chosen value may be rare or not. */
const planOf = ({ asked, pageNo }: PageQuery): RawBuilder<unknown> =>
  pageNo === 1 && isAlways(asked) ? keptPlan : sql``;

/** All rows of a tenant in the order in which the list opens, as its index has them. */
const isWhole = (model: ResolvedModel, { matching, sort }: PageQuery): boolean =>
  model.sort.every((key, index) => sort[index]?.field === key.field && sort[index]?.order === key.order) &&
  partsOf(matching).every((part) => isAlways(part) || isOwner(part));

/** Tenant and recycle bin: every statement asks for them. */
const isOwner = (part: Condition) =>
  part.kind === "compare" && part.op === "eq" && (part.field === "tenantId" || part.field === deletedField);

/** The conditions that hold together. */
const partsOf = (condition: Condition): readonly Condition[] =>
  condition.kind === "every" ? condition.of.flatMap(partsOf) : [condition];

const offsetOf = (query: PageQuery) => (query.pageNo - 1) * query.pageSize;

/** Written out, not bound: the planner has to know that few rows are wanted. */
const cut = (query: PageQuery) => sql`limit ${sql.lit(query.pageSize)} offset ${sql.lit(offsetOf(query))}`;

const columnLists = new WeakMap<ResolvedModel, RawBuilder<unknown>>();

/** All columns of a model; a model never changes, it is replaced. */
export function columnsOf(model: ResolvedModel): RawBuilder<unknown> {
  const list =
    columnLists.get(model) ??
    frozenSql(sql.join([...model.fields.values()].map((field) => columnOf(field, { model }))));
  columnLists.set(model, list);
  return list;
}

export function orderOf(model: ResolvedModel, sort: readonly SortKey[], table = model.table): RawBuilder<unknown> {
  return sql.join(
    sort.flatMap((key) =>
      columnNamed(model, key.field, table).map(
        (column) => sql`${column} ${key.order === "asc" ? sql`asc` : sql`desc`}`,
      ),
    ),
  );
}

function columnNamed(model: ResolvedModel, name: string, table = model.table): RawBuilder<unknown>[] {
  const field = model.fields.get(name);
  return field ? [columnOf(field, { model, alias: table })] : [];
}
