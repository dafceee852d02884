import { neutraliseFormula } from "../../runtime/format/sheet-text.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { SheetRow } from "../files/excel/sheet.ts";
import { refuse } from "../http/refusal.ts";
import { conditionWords } from "./condition-words.ts";
import type { Engine } from "./engine.ts";
import { readIds } from "./engine-parts.ts";
import { type ExportColumn, exportColumns } from "./export-sheet.ts";
import type { ReaderTexts } from "./language/reader-texts.ts";
import type { WireQuery } from "./query/parse-list-query.ts";
import { type SheetDetails, sheetDetails } from "./sheet-details.ts";
import type { Batches, OpenExport } from "./write-sheet.ts";

/** Parameters of the export itself; everything else is the list's query. */
const ownParameters = ["selections", "exportFields", "exportGroups", "format", "fileName"] as const;

export interface ModelExport {
  readonly models: readonly ResolvedModel[];
  readonly model: ResolvedModel;
  readonly query: WireQuery;
}

interface Reader {
  readonly engine: Engine;
  readonly caller: Caller;
  /** The language of the file. */
  readonly texts: ReaderTexts;
  /** Waited for before the first row is read. */
  readonly takeTurn?: () => Promise<void>;
}

/**
 * The rows of a model for a file; whether the caller may have one was asked before.
 *
 * @throws AppError INVALID for a column that the caller does not have; a query that is refused fails with the first batch
 */
export function openModelExport({ models, model, query }: ModelExport, reader: Reader): OpenExport {
  const { engine, caller, texts, takeTurn = async () => {} } = reader;
  const details = sheetDetails(models, model);
  const groups = groupNames(query.exportGroups, texts);
  const own = exportColumns(model, caller, texts, textOf(query.exportFields)).map((column) => ({
    ...column,
    group: groups.get(column.field),
  }));
  const below = details ? detailColumns(details, caller, texts) : [];
  const columns = { columns: own, below: details && { details, columns: below }, takeTurn };
  const batches = cellBatches(engine, model, query, caller, columns);
  const conditions = () => conditionWords({ engine, model, caller, texts }, query);
  return { name: texts.text(model.title), columns: [...own, ...below], texts, batches, conditions };
}

/** The conditions of an export without what it says of its file. */
export function filtersOf(query: WireQuery): WireQuery {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => !(ownParameters as readonly string[]).includes(name)),
  );
}

/** The rows that were chosen one by one; undefined: all that match. */
export function chosenIds(query: WireQuery): readonly string[] | undefined {
  return textOf(query.selections) === undefined ? undefined : readIds(query.selections);
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
  const ids = chosenIds(query);
  const fields = columns.map((column) => column.field);
  const options = { ids, fields, details: below?.details, isPaced: true, takeTurn };
  for await (const rows of engine.exportRows(model.id, filtersOf(query), caller, options)) {
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

/** How many rows an export will have, its sub-rows not counted. */
export async function countExported(
  engine: Engine,
  { model, query }: Pick<ModelExport, "model" | "query">,
  caller: Caller,
) {
  const ids = chosenIds(query);
  if (ids) return ids.length;
  return (await engine.list(model.id, { ...filtersOf(query), pageNo: "1", pageSize: "1" }, caller)).total;
}

/**
 * How many lines an export will have, a row with sub-rows one for each; no more than the limit and one are counted.
 *
 * @throws AppError INVALID for a query that is refused
 */
export async function countLines(
  engine: Engine,
  { models, model, query }: ModelExport,
  caller: Caller,
  limit: number,
): Promise<number> {
  const rows = await countExported(engine, { model, query }, caller);
  const details = sheetDetails(models, model);
  if (!details || rows > limit) return rows;
  let lines = 0;
  const options = { ids: chosenIds(query), fields: ["id"], details, isPaced: true };
  for await (const batch of engine.exportRows(model.id, filtersOf(query), caller, options)) {
    for (const row of batch) lines += Math.max(1, ((row[details.name] ?? []) as readonly Row[]).length);
    if (lines > limit) break;
  }
  return lines;
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

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
