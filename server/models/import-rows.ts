import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { checkField } from "../../runtime/record/check-field.ts";
import type { FieldError, RecordContext } from "../../runtime/record/record-types.ts";
import { AppError, errorMessage } from "../http/errors.ts";
import { type Work, withReferences } from "./engine-parts.ts";
import { runFillRules } from "./fill-rules.ts";
import type { Draft } from "./hooks.ts";
import { loadSheetTexts, readCells, type SheetTexts } from "./import-cells.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { guessedText, isGuessable } from "./masked-guesses.ts";
import { columnOf } from "./query/to-sql.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { ownerValues } from "./row-owner.ts";
import { hooksOf, saveContext } from "./save-row.ts";
import type { SheetDetails } from "./sheet-details.ts";
import { takeSnapshots } from "./snapshots.ts";
import { insertRows, isSame } from "./store-row.ts";
import { newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { uniqueSql, visibleSql } from "./visible-rows.ts";

export interface RowProblem {
  /** From 1, as the spreadsheet shows it; `placeOf` of the sheet says it in words. */
  readonly rowNumber: number;
  readonly messages: readonly string[];
}

interface ImportedRow {
  readonly rowNumber: number;
  readonly draft: Draft;
  readonly row: Draft;
  /** Of the sheet's details, in their order. */
  readonly subRows: readonly { readonly rowNumber: number; readonly row: Draft }[];
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
 * @param countGuesses counts refusals that tell of values which the caller may not read; throws when they are too many
 * @returns the rows with problems in file order; when there is one, nothing was stored
 */
export async function importRows(
  inWork: InWork,
  model: ResolvedModel,
  sheet: ImportSheet,
  countGuesses: (times: number) => Promise<void>,
): Promise<RowProblem[]> {
  const texts = await inWork((work) => loadSheetTexts(work, sheet));
  const seen = new Map<string, number>();
  const drawnCodes = new Set<string>();
  const problems: RowProblem[] = [];
  const chunks: ImportedRow[][] = [];
  for (let start = 0; start < sheet.rows.length; start += chunkRows) {
    const chunk = sheet.rows.slice(start, start + chunkRows);
    // A transaction may run twice; what it found the first time is forgotten with it.
    const found = await inWork((work) =>
      checkChunk({ ...withReferences(work), drawnCodes }, model, sheet, chunk, texts),
    );
    await countGuesses(found.guessed);
    problems.push(...found.problems, ...repeatedValues(model, found.valid, seen, sheet.placeOf));
    chunks.push(found.valid);
  }
  if (problems.length > 0) return problems.sort((a, b) => a.rowNumber - b.rowNumber);
  await inWork(async (plain) => {
    const work = withReferences(plain);
    const all = chunks.flat();
    for (let start = 0; start < all.length; start += storeRowCount) {
      await storeRows(work, model, all.slice(start, start + storeRowCount), sheet.details);
    }
  });
  return [];
}

interface CheckedChunk {
  readonly valid: ImportedRow[];
  readonly problems: RowProblem[];
  /** Refusals that tell of values which the caller may not read. */
  readonly guessed: number;
}

async function checkChunk(
  work: Work,
  model: ResolvedModel,
  sheet: ImportSheet,
  chunk: ImportSheet["rows"],
  texts: SheetTexts,
): Promise<CheckedChunk> {
  const problems: RowProblem[] = [];
  const drafts: ImportedRow[] = [];
  const { details } = sheet;
  const context = await recordContext(work, model, "add");
  for (const { rowNumber, cells, details: lines = [] } of chunk) {
    const { draft, errors, unread } = readCells(work, model, sheet.columns, cells, texts.own, sheet.languages);
    if (errors.length > 0) {
      problems.push({ rowNumber, messages: [...errors, ...plainFaults(model, sheet, draft, unread, context)] });
    }
    const subRows = lines.flatMap((line, index) => {
      if (!details) return [];
      const read = readCells(work, details.model, details.columns, line.cells, texts.details, sheet.languages);
      if (read.errors.length > 0) problems.push({ rowNumber: line.rowNumber, messages: read.errors });
      const order = details.order ? { [details.order]: read.draft[details.order] ?? index + 1 } : {};
      return [{ rowNumber: line.rowNumber, row: { ...read.draft, ...order } }];
    });
    drafts.push({ rowNumber, draft, row: { ...draft }, subRows });
  }
  // What was not read right is a problem by now; rules over several fields would only follow from that.
  const unreadable = new Set(problems.map(({ rowNumber }) => rowNumber));
  const isReadable = ({ rowNumber, subRows }: ImportedRow) =>
    !unreadable.has(rowNumber) && !subRows.some((line) => unreadable.has(line.rowNumber));
  const complete = await completeRows(work, model, drafts.filter(isReadable), problems, details);
  const { free, guessed } = await withoutTaken(work, model, complete, problems);
  return { valid: free, problems, guessed };
}

/**
 * What is wrong with the other cells of a row that was not read whole, each for itself: missing, of another form, too long.
 * So a sheet is corrected once, and not once per kind of mistake.
 */
function plainFaults(
  model: ResolvedModel,
  sheet: ImportSheet,
  draft: Row,
  unread: ReadonlySet<string>,
  context: RecordContext,
): readonly string[] {
  return sheet.columns.flatMap((field) => {
    if (!field || unread.has(field.name) || field.when !== undefined) return [];
    const isRequired = field.required === true && field.default === undefined && field.fill === undefined;
    const patterns = field.rules.filter((rule) => "pattern" in rule);
    const found = checkField({ ...field, rules: patterns }, draft[field.name], isRequired, {}, context, undefined);
    return found
      .filter(({ level }) => level === "error")
      .map(({ message }) => described(model, { field: field.name, message, level: "error" }));
  });
}

/** Fill rules, snapshots, defaults, computed values and checks of one chunk. */
async function completeRows(
  work: Work,
  model: ResolvedModel,
  imported: readonly ImportedRow[],
  problems: RowProblem[],
  details: ImportSheet["details"],
): Promise<ImportedRow[]> {
  const hooks = hooksOf(work, model);
  const accepted: ImportedRow[] = [];
  for (const one of imported) {
    try {
      await hooks?.beforeValidate?.(one.row, saveContext(work, model, undefined, one.draft));
      accepted.push(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ rowNumber: one.rowNumber, messages: [errorMessage(error.errorName, error.details)] });
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
    const subRows = details ? { [details.name]: one.subRows.map((line) => line.row) } : {};
    const { row, errors } = rules.apply({ ...one.row, ...noSubRows, ...subRows }, context);
    const serious = errors.filter((error) => error.level === "error");
    if (serious.length > 0) {
      problems.push(...problemsByLine(model, one, serious, details));
      continue;
    }
    const complete: Draft = { ...row, ...newSystemValues(work) };
    const applied = details ? (row[details.name] as readonly Draft[]) : [];
    for (const [name] of relations) delete complete[name];
    valid.push({
      ...one,
      row: complete,
      subRows: one.subRows.map(({ rowNumber }, index) => ({ rowNumber, row: applied[index] ?? {} })),
    });
  }
  return valid;
}

/** The mistakes of a row and of its details, each in the line where it stands. */
function problemsByLine(
  model: ResolvedModel,
  { rowNumber, subRows }: ImportedRow,
  errors: readonly FieldError[],
  details: ImportSheet["details"],
): RowProblem[] {
  const byLine = new Map<number, string[]>();
  for (const error of errors) {
    const line = error.index === undefined ? undefined : subRows[error.index]?.rowNumber;
    const message =
      line === undefined || !details
        ? described(model, error)
        : described(details.model, { ...error, field: error.column ?? "" });
    const at = line ?? rowNumber;
    byLine.set(at, [...(byLine.get(at) ?? []), message]);
  }
  return [...byLine].map(([at, messages]) => ({ rowNumber: at, messages }));
}

function described(model: ResolvedModel, error: FieldError): string {
  const title = model.fields.get(error.field)?.title;
  return title === undefined || error.message.includes(title) ? error.message : `${title}：${error.message}`;
}

const uniqueFields = (model: ResolvedModel) => [...model.fields.values()].filter((field) => field.unique);

/** The text by which two values of a field are the same one. */
function uniqueKey(field: ResolvedField, row: Row): string {
  const value = String(row[field.name]);
  return field.ignoresCase ? value.toLowerCase() : value;
}

/** Unique values that the table has already. */
async function withoutTaken(
  work: Work,
  model: ResolvedModel,
  rows: readonly ImportedRow[],
  problems: RowProblem[],
): Promise<{ readonly free: ImportedRow[]; readonly guessed: number }> {
  const refused = new Set<ImportedRow>();
  let guessed = 0;
  for (const field of uniqueFields(model)) {
    const filled = rows.filter(({ row }) => !isSame(row[field.name], null));
    if (filled.length === 0) continue;
    const plain = columnOf(field, { model });
    const column = field.ignoresCase ? sql`lower(${plain})` : plain;
    const values = sql.join(filled.map(({ row }) => (field.ignoresCase ? uniqueKey(field, row) : row[field.name])));
    const { rows: stored } = await sql<{ value: unknown }>`select ${column} as value from ${sql.table(model.table)}
      where ${column} in (${values}) and ${uniqueSql(model, work.caller)}`.execute(work.trx);
    const isGuess = isGuessable(model, field, work.caller);
    const taken = new Set(stored.map(({ value }) => String(value)));
    for (const one of filled) {
      const value = String(one.row[field.name]);
      if (!taken.has(uniqueKey(field, one.row)) || refused.has(one)) continue;
      refused.add(one);
      guessed += isGuess ? 1 : 0;
      const message = isGuess ? guessedText(field) : `${field.title}已存在：${value}`;
      problems.push({ rowNumber: one.rowNumber, messages: [message] });
    }
  }
  return { free: rows.filter((one) => !refused.has(one)), guessed };
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
      const key = `${field.name}\n${uniqueKey(field, row)}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, rowNumber);
      return first === undefined ? [] : [{ rowNumber, messages: [`${field.title}“${value}”与${placeOf(first)}重复`] }];
    }),
  );
}

async function storeRows(
  work: Work,
  model: ResolvedModel,
  imported: readonly ImportedRow[],
  details: ImportSheet["details"],
): Promise<void> {
  const hooks = hooksOf(work, model);
  for (const { row, draft } of imported) {
    Object.assign(row, await ownerValues(work, model, row, undefined));
    await hooks?.beforeSave?.(row, saveContext(work, model, undefined, draft));
    await keepTree(work, model, undefined, row);
  }
  const rows = imported.map(({ row }) => row);
  await insertRows(work, model, rows);
  if (details) await storeDetails(work, details, imported);
  await refuseForeignRows(work, model, rows);
  if (!hooks?.afterSave) return;
  for (const { row, draft } of imported) await hooks.afterSave(row, saveContext(work, model, undefined, draft));
}

async function storeDetails(
  work: Work,
  { model, foreignKey }: SheetDetails,
  imported: readonly ImportedRow[],
): Promise<void> {
  const rows: Draft[] = [];
  for (const { row: master, subRows } of imported) {
    for (const { row } of subRows) {
      const whole = Object.fromEntries([...model.fields.keys()].map((name) => [name, row[name] ?? null]));
      const next: Draft = { ...whole, [foreignKey]: master.id, ...newSystemValues(work) };
      rows.push({ ...next, ...(await ownerValues(work, model, next, undefined)) });
    }
  }
  await insertRows(work, model, rows);
}

/** Imported rows must be ones that the importer may see. */
async function refuseForeignRows(work: Work, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: seen } = await sql<{ count: string }>`select count(*) as count from ${sql.table(model.table)}
    where id in (${sql.join(rows.map((row) => row.id))}) and ${visibleSql(model, work.caller, work.now, { reach: "change" })}`.execute(
    work.trx,
  );
  if (Number(seen[0]?.count) < rows.length) {
    throw new AppError("INVALID", { details: { reason: "文件中有超出您数据权限范围的数据，未导入" } });
  }
}
