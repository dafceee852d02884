import { compileScreen } from "../../runtime/compile/compile-screen.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import { resolveJson } from "../../runtime/expr/template.ts";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { defaultGroups, sortRows, sumsOf } from "../../runtime/panels/figure-rows.ts";
import { fillPeriods } from "../../runtime/panels/fill-periods.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Source } from "../../runtime/schema/types.gen.ts";
import type { Caller } from "../auth/caller.ts";
import type { DocumentStore } from "../documents/load-documents.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readAggregate } from "../models/aggregate-rows.ts";
import { conditionWords } from "../models/condition-words.ts";
import type { Engine } from "../models/engine.ts";
import { filtersOf } from "../models/export-model.ts";
import { type ExportColumn, exportColumns } from "../models/export-sheet.ts";
import { expressionUser } from "../models/expression-scope.ts";
import type { ReaderTexts } from "../models/language/reader-texts.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";
import type { Batches, OpenExport } from "../models/write-sheet.ts";

/** A `report` document over sums that its caller may export. */
export interface FiguresReport {
  readonly plan: ListPlan;
  readonly source: Extract<Source, { readonly type: "aggregate" }>;
  /** Whose rows are summed up. */
  readonly queried: ResolvedModel;
}

interface FiguresParts {
  readonly engine: Engine;
  readonly documents: DocumentStore;
}

interface FiguresReader {
  readonly engine: Engine;
  readonly caller: Caller;
  readonly texts: ReaderTexts;
  /** Wire text. */
  readonly now: string;
  /** Waited for before the rows are given away. */
  readonly takeTurn?: () => Promise<void>;
}

/**
 * The report over sums with this id. Who sees its export button and may list the rows that it sums up may have the file.
 *
 * @throws AppError FORBIDDEN, also for an id that no such report has: which pages exist is not told
 */
export function findFigures({ engine, documents }: FiguresParts, id: string, caller: Caller): FiguresReport {
  const screen = documents.screens.get(id);
  const plan = screen?.kind === "report" ? compileScreen({ ...screen, id }, engine.models) : undefined;
  const source = plan?.kind === "report" ? plan.report?.source : undefined;
  const queried = source?.type === "aggregate" ? engine.models.get(source.model) : undefined;
  if (plan?.kind !== "report" || source?.type !== "aggregate" || !queried) throw new AppError("FORBIDDEN");
  const buttons = plan.toolbar.filter(({ preset }) => preset === "export");
  const mayExport = buttons.some(({ permission }) => !permission || decideAction(caller, permission).allowed);
  const mayList = decideAction(caller, `${queried.permissionPrefix}:list`).allowed;
  if (!mayExport || !mayList) throw new AppError("FORBIDDEN");
  return { plan, source, queried };
}

/**
 * The figures of a report as its page shows them: in its order, days without rows put in, the sums below the last row.
 *
 * @throws AppError INVALID for a column or a condition that the caller does not have
 */
export async function openFigures(
  report: FiguresReport,
  query: WireQuery,
  reader: FiguresReader,
): Promise<OpenExport & { readonly count: number }> {
  const { engine, caller, texts } = reader;
  const columns = columnsOf(report, query, reader);
  const rows = await rowsOf(report, query, reader);
  const conditions = () => conditionWords({ engine, model: report.queried, caller, texts }, filtersOf(query));
  const title = texts.text(report.plan.title);
  const batches = batchesOf(report, columns, rows, reader);
  return { name: title, heading: title, columns, texts, batches, hasSums: true, conditions, count: rows.length };
}

async function rowsOf({ plan, source }: FiguresReport, query: WireQuery, { engine, caller, now }: FiguresReader) {
  const { pageNo: _no, pageSize: _size, column, order, ...asked } = filtersOf(query);
  // `_t` of the console keeps answers out of caches.
  const conditions = Object.fromEntries(Object.entries(asked).filter(([name]) => !name.startsWith("_")));
  const scope = { user: expressionUser(caller), query: conditions, now };
  const fixed = resolveJson(source.where ?? {}, scope) as Row;
  const where = { ...fixed, ...conditions };
  const request = readAggregate({
    where,
    groupBy: source.groupBy ?? [],
    measures: source.measures,
    limit: source.limit ?? defaultGroups,
  });
  const rows = fillPeriods(await engine.aggregate(source.model, request, caller), source, now.slice(0, 10), where);
  if (typeof column !== "string" || column === "") return sortRows(rows, plan.table.sort);
  if (!plan.model.fields.has(column)) throw refuse(`报表没有可以排序的列${quoted(column)}`);
  return sortRows(rows, { field: column, order: order === "desc" ? "desc" : "asc" });
}

/** Those of the page, in its words, or the named ones of them. */
function columnsOf({ plan }: FiguresReport, query: WireQuery, { caller, texts }: FiguresReader): ExportColumn[] {
  const { columns } = plan.table;
  const fields = new Map(columns.map((column) => [column.name, sheetField(column)]));
  const asked = typeof query.exportFields === "string" ? query.exportFields : "";
  const named = exportColumns({ ...plan.model, fields }, caller, texts, asked || [...fields.keys()].join(","));
  const groups = new Map(columns.map(({ name, groupHeader }) => [name, groupHeader]));
  return named.map((column) => {
    const group = groups.get(column.field);
    // A count is whole.
    const isWhole = column.kind === "number" && fields.get(column.field)?.type === "integer";
    const scale = column.scale ?? (isWhole ? 0 : undefined);
    return {
      ...column,
      ...(group === undefined ? {} : { group: texts.text(group) }),
      ...(scale === undefined ? {} : { scale }),
    };
  });
}

const sheetField = ({ field, title, cell }: ListPlan["table"]["columns"][number]): ResolvedField =>
  cell.kind === "cell" ? { ...field, title, cell: cell.props as ResolvedField["cell"] } : { ...field, title };

async function* batchesOf(
  { plan }: FiguresReport,
  columns: readonly ExportColumn[],
  rows: readonly Row[],
  { texts, takeTurn = async () => {} }: FiguresReader,
): Batches {
  await takeTurn();
  yield rows.map((row) => columns.map(({ value }) => value(row)));
  const summed = new Set(plan.table.totals);
  if (rows.length === 0 || !columns.some(({ field }) => summed.has(field))) return;
  const sums = sumsOf(rows, plan.table.totals);
  const labelled = columns.findIndex(({ field }) => !summed.has(field));
  yield [
    columns.map(({ field, value }, at) =>
      summed.has(field) ? value(sums) : at === labelled ? texts.words.total : null,
    ),
  ];
}
