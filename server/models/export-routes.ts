import type { FastifyReply, FastifyRequest } from "fastify";
import { neutraliseFormula } from "../../runtime/format/sheet-text.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { SheetColumn, SheetHeading, SheetRow } from "../files/excel/sheet.ts";
import { writeXls, xlsRowLimit } from "../files/excel/workbook.ts";
import { writeCsv } from "../files/excel/write-csv.ts";
import { writeXlsx } from "../files/excel/write-xlsx.ts";
import { refuse } from "../http/refusal.ts";
import type { Engine } from "./engine.ts";
import { readIds } from "./engine-parts.ts";
import type { ExportPlaces } from "./export-places.ts";
import { type ExportColumn, exportColumns } from "./export-sheet.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import type { WireQuery } from "./query/parse-list-query.ts";
import { type SheetDetails, sheetDetails } from "./sheet-details.ts";

export interface ExportParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** The language of the file. */
  readonly textsOf: (request: FastifyRequest) => ReaderTexts;
  /** Records who exported what (threats §10). */
  readonly log: (request: FastifyRequest, caller: Caller, text: string) => Promise<void>;
  readonly places: ExportPlaces;
}

/** Parameters of the export itself; everything else is the list's query. */
const ownParameters = ["selections", "exportFields", "exportGroups", "format", "fileName"] as const;

interface ModelExport {
  readonly models: readonly ResolvedModel[];
  readonly model: ResolvedModel;
  readonly query: WireQuery;
}

/** The rows of a model as a file; whether the caller may have it was asked before. */
export async function exportModel(
  { models, model, query }: ModelExport,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ExportParts,
): Promise<FastifyReply> {
  const details = sheetDetails(models, model);
  const caller = parts.callerOf(request);
  const texts = parts.textsOf(request);
  const groups = groupNames(query.exportGroups, texts);
  const own = exportColumns(model, caller, texts, textOf(query.exportFields)).map((column) => ({
    ...column,
    group: groups.get(column.field),
  }));
  const below = details ? detailColumns(details, caller, texts) : [];
  const takeTurn = () => takePlace(parts.places, caller, reply);
  const batches = cellBatches(parts.engine, model, query, caller, {
    columns: own,
    below: details && { details, columns: below },
    takeTurn,
  });
  const file = { name: texts.text(model.title), columns: [...own, ...below], texts };
  return answerSheet(reply, { caller, format: query.format, file, batches }, () =>
    parts.log(request, caller, `导出${model.title}，条件：${filterText(query, model)}`),
  );
}

interface SheetCall {
  readonly caller: Caller;
  /** `xls` (default), `xlsx` or `csv`. */
  readonly format: unknown;
  readonly file: Omit<ExportFile, "heading">;
  readonly batches: Batches;
}

/** Answers a sheet as a stream; `log` is called when the first rows are there. @throws AppError INVALID */
export async function answerSheet(
  reply: FastifyReply,
  { caller, format, file, batches }: SheetCall,
  log: () => Promise<void>,
): Promise<FastifyReply> {
  const write = writers[textOf(format) ?? "xls"];
  if (!write) throw refuse("导出格式须为 xls、xlsx 或 csv");
  const first = await batches.next(); // a refused query must be an answer, not a broken file
  await log();
  const { words } = file.texts;
  const heading = { title: words.list(file.name), subtitle: words.exportedBy(caller.realname || caller.username) };
  return write(reply, { ...file, heading }, resumed(first, batches));
}

/** Kept until the answer is whole, or whoever asked for it has gone. */
export async function takePlace(places: ExportPlaces, { userId }: Caller, { raw }: FastifyReply): Promise<void> {
  const gone = new AbortController();
  // The streams that write a file listen for the end of the answer too, ten of them with the server's own.
  raw.setMaxListeners(raw.getMaxListeners() + 1);
  raw.once("close", () => gone.abort());
  const leave = await places.enter(userId, gone.signal);
  if (gone.signal.aborted) leave();
  else gone.signal.addEventListener("abort", leave, { once: true });
}

export type Batches = AsyncGenerator<readonly SheetRow[]>;

interface ExportFile {
  /** Without its ending. */
  readonly name: string;
  readonly heading: SheetHeading;
  readonly columns: readonly SheetColumn[];
  readonly texts: ReaderTexts;
}

type Writer = (reply: FastifyReply, file: ExportFile, batches: Batches) => Promise<FastifyReply>;

const writers: Readonly<Record<string, Writer | undefined>> = {
  async xlsx(reply, { name, heading, columns }, batches) {
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return named(reply, `${name}.xlsx`, type).send(writeXlsx(heading, columns, batches));
  },
  async csv(reply, { name, columns, texts }, batches) {
    const titles = columns.map(({ title, group }) => (group === undefined ? title : group + texts.words.colon + title));
    return named(reply, `${name}.csv`, "text/csv; charset=utf-8").send(writeCsv(titles, batches));
  },
  async xls(reply, { name, heading, columns }, batches) {
    const limit = xlsRowLimit(columns);
    const rows: SheetRow[] = [];
    for await (const batch of batches) {
      rows.push(...batch);
      if (rows.length > limit) throw refuse(`.xls 最多 ${limit} 行，请改用 .xlsx 或 .csv 导出`);
    }
    const bytes = await writeXls(heading, columns, rows);
    return named(reply, `${name}.xls`, "application/vnd.ms-excel").send(Buffer.from(bytes));
  },
};

function named(reply: FastifyReply, fileName: string, type: string): FastifyReply {
  return reply
    .type(type)
    .header("Content-Disposition", `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header("Cache-Control", "no-store");
}

interface BatchParts {
  readonly columns: readonly ExportColumn[];
  readonly below: { readonly details: SheetDetails; readonly columns: readonly ExportColumn[] } | undefined;
  readonly takeTurn: () => Promise<void>;
}

async function* cellBatches(
  engine: Engine,
  model: ResolvedModel,
  query: WireQuery,
  caller: Caller,
  { columns, below, takeTurn }: BatchParts,
): Batches {
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => !(ownParameters as readonly string[]).includes(name)),
  );
  const ids = textOf(query.selections) === undefined ? undefined : readIds(query.selections);
  const fields = columns.map((column) => column.field);
  const options = { ids, fields, details: below?.details, isPaced: true, takeTurn };
  for await (const rows of engine.exportRows(model.id, filters, caller, options)) {
    yield rows.flatMap((row) => sheetRows(row, columns, below));
  }
}

/** A row, and with details one line for each: the cells of the master stand in the first and reach down. */
function sheetRows(row: Row, columns: readonly ExportColumn[], below: BatchParts["below"]): SheetRow[] {
  const own = columns.map((column) => column.value(row));
  if (!below) return [own];
  const details = (row[below.details.name] ?? []) as readonly Row[];
  if (details.length === 0) return [[...own, ...below.columns.map(() => null)]];
  return details.map((detail, index) => [
    ...(index === 0 ? own : own.map(() => undefined)),
    ...below.columns.map((column) => column.value(detail)),
  ]);
}

function detailColumns({ title, model, foreignKey }: SheetDetails, caller: Caller, texts: ReaderTexts): ExportColumn[] {
  return exportColumns(model, caller, texts, undefined)
    .filter(({ field }) => field !== foreignKey && field !== "createTime")
    .map((column) => ({ ...column, group: texts.text(title), isBelow: true }));
}

/** What stands above neighbouring columns, by field, as the screen of whoever exports has it: `{"payAmount": "金额"}`. */
function groupNames(given: unknown, texts: ReaderTexts): ReadonlyMap<string, string> {
  const text = textOf(given);
  if (text === undefined) return new Map();
  const named = Object.entries(jsonObject(text));
  return new Map(
    named.map(([field, name]) => {
      if (typeof name !== "string" || name.length > groupNameLimit) throw badGroups();
      return [field, neutraliseFormula(texts.text(name))];
    }),
  );
}

const groupNameLimit = 100;
const badGroups = () => refuse("导出的多级表头须为 JSON 对象：字段 → 名称");

function jsonObject(text: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badGroups();
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badGroups();
  return value as Row;
}

async function* resumed(first: IteratorResult<readonly SheetRow[]>, rest: Batches): Batches {
  if (!first.done) yield first.value;
  yield* rest;
}

/** Parts of a query that narrow nothing. */
const noCondition: ReadonlySet<string> = new Set(["_t", "exportGroups", "pageNo", "pageSize", "column", "order"]);
const partNames: Readonly<Record<string, string>> = {
  exportFields: "列",
  superQueryParams: "高级查询",
  superQueryMatchType: "匹配",
  format: "格式",
};
const ends: Readonly<Record<string, string>> = { _begin: "从", _end: "到" };

/** The conditions of an export for the log, fields by their titles. */
export function filterText(query: WireQuery, model?: ResolvedModel): string {
  const titleOf = (name: string) => {
    const end = Object.keys(ends).find((each) => name.endsWith(each)) ?? "";
    const title = model?.fields.get(name.slice(0, name.length - end.length))?.title;
    return partNames[name] ?? (title ? title + (ends[end] ?? "") : name);
  };
  const filters = Object.entries(query).filter(([name, value]) => !noCondition.has(name) && value !== "");
  const told = filters.map(([name, value]) => {
    const isColumns = name === "exportFields" && typeof value === "string";
    return `${titleOf(name)}=${isColumns ? value.split(",").map(titleOf).join("、") : String(value)}`;
  });
  return told.join(" ") || "无";
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
