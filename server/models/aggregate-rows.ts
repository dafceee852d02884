import { type RawBuilder, sql } from "kysely";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { type CallerQuery, callerQuery } from "./caller-query.ts";
import { addDictTexts } from "./dict-text.ts";
import type { Draft } from "./hooks.ts";
import { parseWhere, type WireQuery } from "./query/parse-list-query.ts";
import { columnOf } from "./query/to-sql.ts";
import { type Reading, readFigures } from "./read-rows.ts";

const operations = ["sum", "count", "max", "min", "avg"] as const;
const steps = ["day", "month", "year"] as const;

export interface GroupRequest {
  readonly field: string;
  /** Length of a step; only for dates and times. */
  readonly by?: (typeof steps)[number];
}

export interface MeasureRequest {
  readonly op: (typeof operations)[number];
  /** Absent only for `count`. */
  readonly field?: string;
}

/** The body of an aggregate call, its shape checked by `readAggregate`. */
export interface AggregateRequest {
  /** Conditions as the list takes them: field → text. */
  readonly where: WireQuery;
  readonly groupBy: readonly GroupRequest[];
  readonly measures: ReadonlyMap<string, MeasureRequest>;
  readonly limit: number;
}

const [maxGroups, maxMeasures, maxRows, defaultRows] = [3, 10, 1_000, 100];
/** An advanced query says itself what it does not understand. */
const superQueryNames = new Set(["superQueryParams", "superQueryMatchType"]);
const columnName = /^[A-Za-z][A-Za-z0-9_]{0,49}$/;

/** @throws AppError INVALID naming what is not understood; nothing is left out quietly */
export function readAggregate(body: Row): AggregateRequest {
  const { where = {}, groupBy = [], measures, limit = defaultRows } = body;
  if (!isObject(where)) throw refuse("参数 where 须为对象");
  if (!Array.isArray(groupBy) || groupBy.length > maxGroups)
    throw refuse(`参数 groupBy 须为最多 ${maxGroups} 项的列表`);
  if (!isObject(measures)) throw refuse("参数 measures 须为对象");
  const named = Object.entries(measures);
  if (named.length === 0 || named.length > maxMeasures) throw refuse(`参数 measures 须为 1 到 ${maxMeasures} 项`);
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > maxRows) {
    throw refuse(`参数 limit 须为 1 到 ${maxRows} 的整数`);
  }
  return {
    where,
    groupBy: groupBy.map(readGroup),
    measures: new Map(named.map(([name, measure]) => [readName(name), readMeasure(measure)])),
    limit,
  };
}

/**
 * Grouped figures over the rows that exist for the caller: tenant, row rules and field permissions are those of the
 * list. A group by day, month or year comes in the order of time, any other with the largest first measure first.
 *
 * @returns rows with the group's value, its dictionary text beside it, and the measures as numbers; null of nothing
 * @throws AppError INVALID for a field that the caller may not ask for
 */
export async function aggregateRows(
  reading: Reading,
  model: ResolvedModel,
  request: AggregateRequest,
  caller: Caller,
): Promise<readonly Row[]> {
  const { database, models } = reading.parts;
  const asked = callerQuery(reading.parts, model, caller);
  const groups = request.groupBy.map((group) => ({ ...group, field: askedField(asked, group.field) }));
  const measures = [...request.measures].map(([name, measure]) => ({ name, sum: measureSql(asked, model, measure) }));
  for (const name of Object.keys(request.where)) {
    if (!superQueryNames.has(name)) askedField(asked, name.replace(/_(begin|end)$/, ""));
  }
  const condition = parseWhere(request.where, asked);
  const where = asked.where(condition);
  const groupColumns = groups.map((group, index) => sql`${groupSql(model, group)} as ${sql.ref(`g${index}`)}`);
  const sums = measures.map((measure, index) => sql`${measure.sum} as ${sql.ref(`m${index}`)}`);
  const places = groups.map((_, index) => sql.ref(`g${index}`));
  const isTime = groups[0]?.by !== undefined;
  const isSteps = isTime && groups.every(({ by }) => by !== undefined);
  const order = isTime ? sql`${sql.ref("g0")} desc` : sql`${sql.ref("m0")} desc nulls last`;
  const named = [...groups.map(textSql), ...measures.map((_, index) => sql.ref(`m${index}`))];
  const statement = sql<Row>`
    select ${sql.join(named)} from (select ${sql.join([...groupColumns, ...sums])} from ${sql.table(model.table)} where ${where}
      ${groups.length > 0 ? sql`group by ${sql.join(groups.map((_, index) => sql.lit(index + 1)))}` : sql``}) figures
    order by ${sql.join([order, ...places])} limit ${request.limit}`;
  const cost = {
    model,
    where: condition,
    extraTerms: Math.max(1, groups.length) * measures.length,
    countsDistinct: [...request.measures.values()].some(({ op, field }) => op === "count" && field !== undefined),
    // No planner knows how few days there are: it would expect a group for every row.
    ...(isSteps ? { planned: sql`select ${sql.join(sums)} from ${sql.table(model.table)} where ${where}` } : {}),
  };
  const rows = await readFigures(reading, statement, cost, caller);
  const figures = rows.map(
    (row): Draft => ({
      ...Object.fromEntries(groups.map(({ field }, index) => [field.name, row[`g${index}`] ?? null])),
      ...Object.fromEntries(measures.map(({ name }, index) => [name, numberOf(row[`m${index}`])])),
    }),
  );
  const withTexts = groups.filter((group) => group.by === undefined).map((group) => group.field);
  await addDictTexts(database.kysely, models, withTexts, figures, caller);
  // The newest steps are kept when there are too many, and read from left to right.
  return isTime ? figures.reverse() : figures;
}

function askedField(asked: CallerQuery, name: string): ResolvedField {
  const field = asked.fieldOf(name);
  if (!field) throw refuse(`不支持汇总字段${quoted(name)}`);
  return field;
}

const formats = { day: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" } as const;

function groupSql(
  model: ResolvedModel,
  { field, by }: { readonly field: ResolvedField; readonly by?: GroupRequest["by"] },
) {
  const column = columnOf(field, { model });
  if (by === undefined) return column;
  if (field.type !== "date" && field.type !== "datetime") throw refuse(`字段${quoted(field.name)}不是日期或时间`);
  return sql`date_trunc(${sql.lit(by)}, cast(${column} as timestamp))`;
}

/** A step of time as people read it; written once for each group, not for each row. */
function textSql({ by }: { readonly by?: GroupRequest["by"] }, index: number): RawBuilder<unknown> {
  const group = sql.ref(`g${index}`);
  return by === undefined ? group : sql`to_char(${group}, ${sql.lit(formats[by])}) as ${group}`;
}

function measureSql(
  asked: CallerQuery,
  model: ResolvedModel,
  { op, field: name }: MeasureRequest,
): RawBuilder<unknown> {
  if (name === undefined) return sql`count(*)`;
  const field = askedField(asked, name);
  const column = columnOf(field, { model });
  if (op === "count") return sql`count(distinct ${column})`;
  if (!isNumeric(field)) throw refuse(`字段${quoted(name)}不是数字，只能计数`);
  switch (op) {
    case "sum":
      return sql`coalesce(sum(${column}), 0)`;
    case "avg":
      return sql`round(avg(${column})::numeric, 4)`;
    case "max":
      return sql`max(${column})`;
    case "min":
      return sql`min(${column})`;
  }
}

function readGroup(group: unknown): GroupRequest {
  if (typeof group === "string") return { field: group };
  if (!isObject(group) || typeof group.field !== "string") throw refuse("参数 groupBy 的每一项须为字段");
  const by = steps.find((step) => step === (group.by ?? "day"));
  if (!by) throw refuse(`参数 groupBy 的 by 须为 ${steps.join("、")}`);
  return { field: group.field, by };
}

function readMeasure(measure: unknown): MeasureRequest {
  if (!isObject(measure)) throw refuse("参数 measures 的每一项须为对象");
  const op = operations.find((one) => one === measure.op);
  if (!op) throw refuse(`参数 measures 的 op 须为 ${operations.join("、")}`);
  if (measure.field === undefined && op === "count") return { op };
  if (typeof measure.field !== "string") throw refuse(`${op} 须写明字段`);
  return { op, field: measure.field };
}

function readName(name: string): string {
  if (!columnName.test(name) || name === "constructor") throw refuse(`结果的列名${quoted(name)}不正确`);
  return name;
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
