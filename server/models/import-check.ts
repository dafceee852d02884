import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { checkField } from "../../runtime/record/check-field.ts";
import type { FieldError, RecordContext } from "../../runtime/record/record-types.ts";
import { keptPlan } from "../db/kept-plan.ts";
import { AppError } from "../http/errors.ts";
import type { Work } from "./engine-parts.ts";
import { runFillRules } from "./fill-rules.ts";
import type { Draft } from "./hooks.ts";
import { readCells, type SheetTexts } from "./import-cells.ts";
import { findByKey, type RowChange } from "./import-key.ts";
import { described, type Fault, faultOf, faultsOf, type RowProblem } from "./import-problems.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { guessedText, isGuessable } from "./masked-guesses.ts";
import { columnOf } from "./query/to-sql.ts";
import { recordContext, rulesOf } from "./record-rules.ts";
import { hooksOf, saveContext } from "./save-row.ts";
import { takeSnapshots } from "./snapshots.ts";
import { isSame } from "./store-row.ts";
import { newSystemValues } from "./system-values.ts";
import { uniqueSql } from "./visible-rows.ts";

/** A line of a file that is a new row, with what the model makes of it. */
export interface ImportedRow {
  readonly rowNumber: number;
  readonly draft: Draft;
  readonly row: Draft;
  /** Of the sheet's details, in their order. */
  readonly subRows: readonly { readonly rowNumber: number; readonly row: Draft }[];
}

export interface CheckedChunk {
  /** Rows to add. */
  readonly valid: ImportedRow[];
  readonly changes: readonly RowChange[];
  readonly problems: RowProblem[];
  /** Refusals that tell of values which the caller may not read. */
  readonly guessed: number;
}

export async function checkChunk(
  work: Work,
  model: ResolvedModel,
  sheet: ImportSheet,
  chunk: ImportSheet["rows"],
  texts: SheetTexts,
  key: ResolvedField | undefined,
): Promise<CheckedChunk> {
  const problems: RowProblem[] = [];
  const drafts: ImportedRow[] = [];
  const changes: RowChange[] = [];
  const { details } = sheet;
  const known = await findByKey(work, model, sheet, chunk, key);
  const context = await recordContext(work, model, "add");
  for (const { rowNumber, cells, details: lines = [] } of chunk) {
    const { body, draft, errors, unread } = readCells(work, model, sheet.columns, cells, texts.own, sheet.languages);
    const target = known(cells);
    if (target?.kind === "absent") problems.push({ rowNumber, faults: [target.fault] });
    if (target?.kind === "stored") {
      if (errors.length > 0) problems.push({ rowNumber, faults: errors });
      else changes.push({ rowNumber, id: target.id, version: target.version, body });
      continue;
    }
    if (errors.length > 0) {
      problems.push({ rowNumber, faults: [...errors, ...plainFaults(model, sheet, draft, unread, context)] });
    }
    const subRows = lines.flatMap((line, index) => {
      if (!details) return [];
      const read = readCells(work, details.model, details.columns, line.cells, texts.details, sheet.languages);
      if (read.errors.length > 0) {
        problems.push({ rowNumber: line.rowNumber, faults: read.errors.map(({ message }) => ({ message })) });
      }
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
  return { valid: free, changes, problems, guessed };
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
): readonly Fault[] {
  return sheet.columns.flatMap((field) => {
    if (!field || unread.has(field.name) || field.when !== undefined) return [];
    const isRequired = field.required === true && field.default === undefined && field.fill === undefined;
    const patterns = field.rules.filter((rule) => "pattern" in rule);
    const found = checkField(
      { ...field, rules: patterns, choices: undefined },
      draft[field.name],
      isRequired,
      {},
      context,
      undefined,
    );
    return found
      .filter(({ level }) => level === "error")
      .map(({ message }) => faultOf(model, { field: field.name, message }));
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
      problems.push({ rowNumber: one.rowNumber, faults: faultsOf(model, error) });
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
  return errors.map((error) => {
    const line = error.index === undefined ? undefined : subRows[error.index]?.rowNumber;
    const fault =
      line === undefined || !details
        ? faultOf(model, error)
        : { message: described(details.model, { ...error, field: error.column ?? "" }) };
    return { rowNumber: line ?? rowNumber, faults: [fault] };
  });
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
  const asked = uniqueFields(model)
    .map((field) => ({ field, filled: rows.filter(({ row }) => !isSame(row[field.name], null)) }))
    .filter(({ filled }) => filled.length > 0);
  const taken = await takenValues(work, model, asked);
  const refused = new Set<ImportedRow>();
  let guessed = 0;
  for (const { field, filled } of asked) {
    const isGuess = isGuessable(model, field, work.caller);
    for (const one of filled) {
      if (refused.has(one) || !taken.has(`${field.name} ${uniqueKey(field, one.row)}`)) continue;
      refused.add(one);
      guessed += isGuess ? 1 : 0;
      const message = isGuess ? guessedText(field) : `${field.title}已存在：${String(one.row[field.name])}`;
      problems.push({ rowNumber: one.rowNumber, faults: [{ message, field: field.name }] });
    }
  }
  return { free: rows.filter((one) => !refused.has(one)), guessed };
}

/** Of the values of these fields those that rows of the table have, each as `<field> <value>`; one statement for all. */
async function takenValues(
  work: Work,
  model: ResolvedModel,
  asked: readonly { readonly field: ResolvedField; readonly filled: readonly ImportedRow[] }[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const parts = asked.map(({ field, filled }) => {
    const plain = columnOf(field, { model });
    const column = field.ignoresCase ? sql`lower(${plain})` : plain;
    const values = filled.map(({ row }) => (field.ignoresCase ? uniqueKey(field, row) : row[field.name]));
    // As one value where the type allows it: the statement is the same for any number of them, and its plan is kept.
    const isNamed =
      field.type === "string"
        ? sql`${column} = any(cast(${values} as text[]))`
        : sql`${column} in (${sql.join(values)})`;
    return sql`select cast(${field.name} as text) || ' ' || cast(${column} as text) as taken
      from ${sql.table(model.table)} where ${isNamed} and ${uniqueSql(model, work.caller)}`;
  });
  const { rows } = await sql<{ taken: string }>`${sql.join(parts, sql` union all `)} ${keptPlan}`.execute(work.trx);
  return new Set(rows.map((row) => row.taken));
}

/** Unique values that stand in the file twice; the later row is the wrong one. */
export function repeatedValues(
  model: ResolvedModel,
  rows: readonly Pick<ImportedRow, "row" | "rowNumber">[],
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
      if (first === undefined) return [];
      const message = `${field.title}“${value}”与${placeOf(first)}重复`;
      return [{ rowNumber, faults: [{ message, field: field.name }] }];
    }),
  );
}
