import type { Row } from "../../../runtime/model/resolved-model.ts";
import { every } from "../../../runtime/query/condition.ts";
import type { Caller } from "../../auth/caller.ts";
import { quoted, refuse } from "../../http/refusal.ts";
import type { ReportDefinition, ReportItem } from "./definition.ts";
import { readReportQuery, ruleCondition, type WireValues } from "./read-report-query.ts";
import type { KeptResult, ReportCache } from "./report-cache.ts";
import { itemsFor } from "./report-columns.ts";
import type { ReportSource, SourceRun } from "./report-source.ts";

export interface ReportCall {
  readonly definition: ReportDefinition;
  readonly source: ReportSource;
  readonly caller: Caller;
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly now: string;
  readonly query: WireValues;
  readonly signal?: AbortSignal | undefined;
  /** Absent: rows are read each time. */
  readonly kept?: KeptRows | undefined;
}

/** Rows that may be shown again. */
export interface KeptRows {
  readonly cache: ReportCache;
  /** Names the report and what was published of it. */
  readonly name: string;
  readonly seconds: number;
  /** Reads anew, for everybody who has the same rows. */
  readonly isFresh: boolean;
}

export interface ReportRows {
  readonly records: readonly Row[];
  readonly total: number;
  /** Sums over all rows that match, of the columns that are summed up. */
  readonly totals: Readonly<Record<string, number | string | null>>;
  readonly tookMs: number;
  /** When the rows were read, where that may be a while ago. */
  readonly readAt?: string;
}

/**
 * One page of a report: query fields, data rules, parameters, order and page of a call, over the columns that the
 * caller may see.
 *
 * @throws AppError INVALID that names the column, parameter or place that does not fit
 */
export async function runReport(call: ReportCall): Promise<ReportRows> {
  const { definition, source, caller, now, query, signal, kept } = call;
  const { head } = definition;
  const items = itemsFor(definition, caller);
  const asked = readReportQuery(items, query);
  await refuseGoneColumns(definition, source);
  const summed = items.filter(({ isTotal, isShow }) => isTotal && isShow);
  const request: SourceRun = {
    text: head.cgrSql,
    caller,
    runAs: head.runAs,
    values: asked.values,
    defaults: Object.fromEntries(definition.params.map(({ paramName, paramValue }) => [paramName, paramValue])),
    where: every(asked.where, ruleCondition(head, definition.items, caller, now)),
    sort: asked.sort,
    page: asked.page,
    totals: summed.map(({ fieldName }) => fieldName),
    signal,
  };
  const { result, readAt } = kept ? await readKept(source, request, kept, now) : { result: await source.run(request) };
  return {
    records: result.rows.map((row) => recordOf(row, items)),
    total: result.total,
    totals: Object.fromEntries(summed.map((item) => [item.fieldName, wireValue(item, result.totals[item.fieldName])])),
    tookMs: result.tookMs,
    ...(readAt === undefined ? {} : { readAt }),
  };
}

async function readKept(
  source: ReportSource,
  request: SourceRun,
  { cache, name, seconds, isFresh }: KeptRows,
  now: string,
): Promise<KeptResult> {
  const key = `${name} ${await source.keyOf(request)}`;
  const known = isFresh ? undefined : cache.get(key);
  if (known) return known;
  const read = { result: await source.run(request), readAt: now };
  cache.keep(key, read, seconds);
  return read;
}

/** What every run would be refused for. @throws AppError INVALID that names the place in the text, or the column */
export async function refuseUnrunnable(definition: ReportDefinition, source: ReportSource): Promise<void> {
  await refuseGoneColumns(definition, source);
  const types = new Map((await source.describe(definition.head.cgrSql)).map(({ name, type }) => [name, type]));
  const summed = definition.items.filter(({ isTotal, isShow }) => isTotal && isShow);
  const text = summed.find(({ fieldName }) => !numberTypes.has(types.get(fieldName) ?? ""));
  if (text) throw refuse(`列${quoted(text.fieldName)}不是数字，不能合计`);
}

/** A column that the text does not give any more is named: an empty column would look like an answer. */
async function refuseGoneColumns({ head, items }: ReportDefinition, source: ReportSource): Promise<void> {
  const given = new Set((await source.describe(head.cgrSql)).map(({ name }) => name));
  const gone = items.filter(({ fieldName }) => !given.has(fieldName)).map(({ fieldName }) => fieldName);
  if (gone.length === 0) return;
  const names = gone.slice(0, 5).map(quoted).join("、");
  throw refuse(`报表${quoted(head.name)}的列${names}在查询结果中已不存在，请在报表配置中重新解析`);
}

const recordOf = (row: Row, items: readonly ReportItem[]): Row =>
  Object.fromEntries(items.map((item) => [item.fieldName, wireValue(item, row[item.fieldName])]));

const numberTypes: ReadonlySet<string> = new Set(["Integer", "Long", "BigDecimal"]);

/** Numbers of up to 15 digits are JSON numbers, longer ones stay text so that no digit is lost (README §5). */
function wireValue({ fieldType }: ReportItem, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (!numberTypes.has(fieldType) || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  // A quotient comes with twenty places, zeros most of them.
  const plain = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return plain.replace(/[^\d]/g, "").length <= 15 ? Number(plain) : plain;
}
