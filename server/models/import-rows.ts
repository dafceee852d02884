import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import type { CellValue } from "../excel/sheet.ts";
import { AppError, errorMessage } from "../http/errors.ts";
import { columnOf } from "../query/to-sql.ts";
import { splitValue } from "./dict-text.ts";
import type { Work } from "./engine-parts.ts";
import { runFillRules } from "./fill-rules.ts";
import type { Draft } from "./hooks.ts";
import { isArea } from "./implied-texts.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { loadTextValues, type TextValues } from "./import-texts.ts";
import { readBody } from "./read-body.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { ownerValues } from "./row-owner.ts";
import { hooksOf, saveContext } from "./save-row.ts";
import { takeSnapshots } from "./snapshots.ts";
import { insertRows, isSame } from "./store-row.ts";
import { newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { tenantSql, visibleSql } from "./visible-rows.ts";

export interface RowProblem {
  /** From 1, as the spreadsheet shows it; `placeOf` of the sheet says it in words. */
  readonly rowNumber: number;
  readonly message: string;
}

interface ImportedRow {
  readonly rowNumber: number;
  readonly draft: Draft;
  readonly row: Draft;
}

/** Rows checked in one transaction: how often others have their turn on the embedded database. */
const chunkRows = 500;
/** Rows stored by one statement. */
const storeRowCount = 2_500;

/** Runs in a transaction of its own. */
type InWork = <Result>(run: (work: Work) => Promise<Result>) => Promise<Result>;

/**
 * Checks every row of a sheet as `add` would, then stores all of them or none.
 *
 * Checking goes in many short transactions, so that others have their turn on the embedded database; storing is one.
 *
 * @returns the rows with problems in file order; when there is one, nothing was stored
 */
export async function importRows(inWork: InWork, model: ResolvedModel, sheet: ImportSheet): Promise<RowProblem[]> {
  const texts = await inWork((work) => loadTexts(work, sheet));
  const seen = new Map<string, number>();
  const drawnCodes = new Set<string>();
  const problems: RowProblem[] = [];
  const chunks: ImportedRow[][] = [];
  for (let start = 0; start < sheet.rows.length; start += chunkRows) {
    const chunk = sheet.rows.slice(start, start + chunkRows);
    // A transaction may run twice; what it found the first time is forgotten with it.
    const found = await inWork((work) => checkChunk({ ...withMemory(work), drawnCodes }, model, sheet, chunk, texts));
    problems.push(...found.problems, ...repeatedValues(model, found.valid, seen, sheet.placeOf));
    chunks.push(found.valid);
  }
  if (problems.length > 0) return problems.sort((a, b) => a.rowNumber - b.rowNumber);
  await inWork(async (plain) => {
    const work = withMemory(plain);
    const all = chunks.flat();
    for (let start = 0; start < all.length; start += storeRowCount) {
      await storeRows(work, model, all.slice(start, start + storeRowCount));
    }
  });
  return [];
}

/** Many rows of a file name the same few stores; one work is short, so what they say stays true in it. */
const withMemory = (work: Work): Work => ({ ...work, referenced: new Map() });

interface CheckedChunk {
  readonly valid: ImportedRow[];
  readonly problems: RowProblem[];
}

async function checkChunk(
  work: Work,
  model: ResolvedModel,
  sheet: ImportSheet,
  chunk: ImportSheet["rows"],
  texts: ReadonlyMap<string, TextValues>,
): Promise<CheckedChunk> {
  const problems: RowProblem[] = [];
  const drafts: ImportedRow[] = [];
  for (const { rowNumber, cells } of chunk) {
    const { draft, errors } = readCells(work, model, sheet, cells, texts);
    if (errors.length > 0) problems.push({ rowNumber, message: errors.join("；") });
    else drafts.push({ rowNumber, draft, row: { ...draft } });
  }
  const complete = await completeRows(work, model, drafts, problems);
  return { valid: await withoutTaken(work, model, complete, problems), problems };
}

async function loadTexts(work: Work, sheet: ImportSheet): Promise<ReadonlyMap<string, TextValues>> {
  const found = new Map<string, TextValues>();
  for (const [index, field] of sheet.columns.entries()) {
    if (!field || (!field.dict && !isArea(field))) continue;
    const texts = sheet.rows.flatMap(({ cells }) => splitValue(field, textOf(cells[index] ?? null)));
    found.set(field.name, await loadTextValues(work, field, texts));
  }
  return found;
}

function readCells(
  work: Work,
  model: ResolvedModel,
  sheet: ImportSheet,
  cells: readonly CellValue[],
  texts: ReadonlyMap<string, TextValues>,
): { draft: Draft; errors: string[] } {
  const body: Draft = {};
  const errors: string[] = [];
  for (const [index, field] of sheet.columns.entries()) {
    const text = textOf(cells[index] ?? null);
    if (!field || text === "") continue;
    const value =
      field.dict || isArea(field)
        ? storedValue(field, text, texts.get(field.name))
        : { value: plainValue(field, text) };
    if ("error" in value) errors.push(value.error);
    else body[field.name] = value.value;
  }
  return { draft: readBody(work, model, body, undefined), errors };
}

const textOf = (cell: CellValue) =>
  String(cell ?? "")
    .trim()
    .replace(/^'(?=[=+\-@\t\r])/, ""); // our own exports mark such texts

function plainValue(field: ResolvedField, text: string): string {
  if (field.type === "boolean") return text === "是" ? "true" : text === "否" ? "false" : text;
  return field.type === "date" || field.type === "datetime" ? text.replaceAll("/", "-") : text;
}

function storedValue(
  field: ResolvedField,
  text: string,
  values: TextValues | undefined,
): { readonly value: string } | { readonly error: string } {
  const stored: string[] = [];
  for (const part of splitValue(field, text)) {
    const value = values?.get(part.trim());
    if (value === null) return { error: `${field.title}“${part}”不止一个，请填写编号` };
    if (value === undefined) return { error: `${field.title}“${part}”不存在或已停用` };
    stored.push(value);
  }
  return { value: stored.join(",") };
}

/** Fill rules, snapshots, defaults, computed values and checks of one chunk. */
async function completeRows(
  work: Work,
  model: ResolvedModel,
  imported: readonly ImportedRow[],
  problems: RowProblem[],
): Promise<ImportedRow[]> {
  const hooks = hooksOf(work, model);
  const accepted: ImportedRow[] = [];
  for (const one of imported) {
    try {
      await hooks?.beforeValidate?.(one.row, saveContext(work, model, undefined, one.draft));
      accepted.push(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ rowNumber: one.rowNumber, message: errorMessage(error.errorName, error.details) });
    }
  }
  for (const field of model.fields.values()) {
    const empty = accepted.filter(({ row }) => field.fill !== undefined && isSame(row[field.name], null));
    if (field.fill === undefined || empty.length === 0) continue;
    const values = await runFillRules(
      work,
      field.fill,
      empty.map(({ row }) => row),
      { model, field },
    );
    for (const [index, { row }] of empty.entries()) if (values[index] !== null) row[field.name] = values[index];
  }
  const hasSnapshots = [...model.fields.values()].some((field) => field.snapshot);
  const context = await recordContext(work, model, "add");
  const rules = rulesOf(work.parts, model);
  const relations = Object.entries(model.relations).filter(([, relation]) => relation.kind === "one-to-many");
  const noSubRows = Object.fromEntries(relations.map(([name]) => [name, []]));
  const valid: ImportedRow[] = [];
  for (const one of accepted) {
    if (hasSnapshots) await takeSnapshots(work, model, one.row, undefined, new Set(Object.keys(one.draft)));
    const { row, errors } = rules.apply({ ...one.row, ...noSubRows }, context);
    const serious = errors.filter((error) => error.level === "error");
    if (serious.length > 0) {
      problems.push({ rowNumber: one.rowNumber, message: serious.map((error) => described(model, error)).join("；") });
      continue;
    }
    const complete: Draft = { ...row, ...newSystemValues(work) };
    for (const [name] of relations) delete complete[name];
    valid.push({ ...one, row: complete });
  }
  return valid;
}

function described(model: ResolvedModel, error: FieldError): string {
  const title = model.fields.get(error.field)?.title;
  return title === undefined || error.message.includes(title) ? error.message : `${title}：${error.message}`;
}

const uniqueFields = (model: ResolvedModel) => [...model.fields.values()].filter((field) => field.unique);

/** Unique values that the table has already. */
async function withoutTaken(
  work: Work,
  model: ResolvedModel,
  rows: readonly ImportedRow[],
  problems: RowProblem[],
): Promise<ImportedRow[]> {
  const refused = new Set<ImportedRow>();
  for (const field of uniqueFields(model)) {
    const filled = rows.filter(({ row }) => !isSame(row[field.name], null));
    if (filled.length === 0) continue;
    const column = columnOf(field, { model });
    const values = sql.join(filled.map(({ row }) => row[field.name]));
    const { rows: stored } = await sql<{ value: unknown }>`select ${column} as value from ${sql.table(model.table)}
      where ${column} in (${values}) and ${tenantSql(model, work.caller)}`.execute(work.trx);
    const taken = new Set(stored.map(({ value }) => String(value)));
    for (const one of filled) {
      const value = String(one.row[field.name]);
      if (!taken.has(value) || refused.has(one)) continue;
      refused.add(one);
      problems.push({ rowNumber: one.rowNumber, message: `${field.title}已存在：${value}` });
    }
  }
  return rows.filter((one) => !refused.has(one));
}

/** Unique values that stand in the file twice; the later row is the wrong one. */
function repeatedValues(
  model: ResolvedModel,
  rows: readonly ImportedRow[],
  seen: Map<string, number>,
  placeOf: ImportSheet["placeOf"],
): RowProblem[] {
  return uniqueFields(model).flatMap((field) =>
    rows.flatMap(({ row, rowNumber }) => {
      if (isSame(row[field.name], null)) return [];
      const value = String(row[field.name]);
      const first = seen.get(`${field.name}\n${value}`);
      if (first === undefined) seen.set(`${field.name}\n${value}`, rowNumber);
      return first === undefined ? [] : [{ rowNumber, message: `${field.title}“${value}”与${placeOf(first)}重复` }];
    }),
  );
}

async function storeRows(work: Work, model: ResolvedModel, imported: readonly ImportedRow[]): Promise<void> {
  const hooks = hooksOf(work, model);
  for (const { row, draft } of imported) {
    Object.assign(row, await ownerValues(work, model, row, undefined));
    await hooks?.beforeSave?.(row, saveContext(work, model, undefined, draft));
    await keepTree(work, model, undefined, row);
  }
  const rows = imported.map(({ row }) => row);
  await insertRows(work, model, rows);
  await refuseForeignRows(work, model, rows);
  if (!hooks?.afterSave) return;
  for (const { row, draft } of imported) await hooks.afterSave(row, saveContext(work, model, undefined, draft));
}

/** Imported rows must be ones that the importer may see. */
async function refuseForeignRows(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: seen } = await sql<{ count: string }>`select count(*) as count from ${sql.table(model.table)}
    where id in (${sql.join(rows.map((row) => row.id))}) and ${visibleSql(model, work.caller, work.now)}`.execute(
    work.trx,
  );
  if (Number(seen[0]?.count) < rows.length) {
    throw new AppError("INVALID", { details: { reason: "文件中有超出您数据权限范围的数据，未导入" } });
  }
}
