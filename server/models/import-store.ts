import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { DatabaseError } from "../db/database.ts";
import { AppError, errorMessage, errorTable } from "../http/errors.ts";
import type { Work } from "./engine-parts.ts";
import { checkGroups } from "./group-rules.ts";
import type { Draft } from "./hooks.ts";
import type { ImportedRow } from "./import-check.ts";
import type { RowChange } from "./import-key.ts";
import { faultsOf, type RowProblem } from "./import-problems.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { runAdded } from "./posts.ts";
import { refuseOutOfScope } from "./row-in-scope.ts";
import { ownerValues } from "./row-owner.ts";
import { editRow, hooksOf, lockRow, saveContext } from "./save-row.ts";
import type { SheetDetails } from "./sheet-details.ts";
import { insertRows } from "./store-row.ts";
import { newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { GuessedValue } from "./unique-message.ts";
import { visibleSql } from "./visible-rows.ts";

/** What the lines of a file would store. */
export interface CheckedRows {
  readonly added: readonly ImportedRow[];
  readonly changed: readonly RowChange[];
}

export interface StoredRows {
  readonly added: readonly ImportedRow[];
  readonly changed: readonly RowChange[];
  readonly problems: readonly RowProblem[];
  /** Refusals that tell of values which the caller may not read. */
  readonly guessed: number;
  /** What rules over several rows say of all of them together. */
  readonly refusal?: string;
}

/** What a refused save says. */
export type Explain = (error: unknown) => unknown;

/** Rows stored by one statement. */
const storeRowCount = 2_500;
/** The same beside others, who use the server's own thread between two of them. */
const storeRowCountBesideOthers = 100;

/**
 * Stores the rows that can be stored, in the transaction of the caller: what a constraint, a hook or a data rule
 * refuses is found row by row and left out.
 */
export async function storeChecked(
  work: Work,
  model: ResolvedModel,
  { added, changed }: CheckedRows,
  details: ImportSheet["details"],
  explain: Explain,
): Promise<StoredRows> {
  const problems: RowProblem[] = [];
  const isolated: Isolated = { work, model, explain, problems, guessed: 0 };
  const storedRows: ImportedRow[] = [];
  const { database } = work.parts;
  for (let next = 0; next < added.length; ) {
    const part = added.slice(next, next + (database.isShared() ? storeRowCountBesideOthers : storeRowCount));
    next += part.length;
    storedRows.push(...(await storeSound(isolated, part, (rows) => storeRows(work, model, rows, details))));
  }
  const changedRows: RowChange[] = [];
  for (const change of changed) {
    let before: Row = {};
    const [isStored] = await storeSound(isolated, [change], async () => {
      const row = await lockRow(work, model, change.id);
      before = Object.fromEntries(Object.keys(change.body).map((name) => [name, row[name] ?? null]));
      await editRow(work, model, { ...change.body, id: change.id, version: change.version });
    });
    if (isStored) changedRows.push({ ...change, before });
  }
  const stored = { added: storedRows, changed: changedRows, problems, guessed: isolated.guessed };
  try {
    await checkGroups(work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...stored, refusal: errorMessage(error.errorName, error.details) };
  }
  return stored;
}

interface Isolated {
  readonly work: Work;
  readonly model: ResolvedModel;
  readonly explain: Explain;
  readonly problems: RowProblem[];
  guessed: number;
}

/** Stores rows together; refused ones are halved until the wrong row stands alone. @returns the rows that are stored */
async function storeSound<Line extends { readonly rowNumber: number }>(
  isolated: Isolated,
  rows: readonly Line[],
  store: (rows: readonly Line[]) => Promise<void>,
): Promise<readonly Line[]> {
  const { work, model, explain, problems } = isolated;
  const [first] = rows;
  if (!first) return [];
  const grouped = new Map([...work.grouped].map(([each, ids]) => [each, new Set(ids)]));
  await sql`savepoint import_rows`.execute(work.trx);
  try {
    await store(rows);
    await sql`release savepoint import_rows`.execute(work.trx);
    return rows;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await sql`rollback to savepoint import_rows`.execute(work.trx);
    work.grouped.clear();
    for (const [each, ids] of grouped) work.grouped.set(each, ids);
    if (rows.length === 1) {
      const reason = explain(error);
      if (!(reason instanceof AppError)) throw reason;
      if (reason instanceof GuessedValue) isolated.guessed += 1;
      problems.push({ rowNumber: first.rowNumber, faults: faultsOf(model, reason) });
      return [];
    }
    const middle = rows.length >> 1;
    return [
      ...(await storeSound(isolated, rows.slice(0, middle), store)),
      ...(await storeSound(isolated, rows.slice(middle), store)),
    ];
  }
}

/** What a row can be refused for. Rights that are missing, and a database that is busy or gone, are no faults of a row. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError
    ? errorTable[error.errorName].http === 200 || error.errorName === "CONFLICT"
    : error instanceof DatabaseError && error.failure === "unique";

async function storeRows(
  work: Work,
  model: ResolvedModel,
  given: readonly ImportedRow[],
  details: ImportSheet["details"],
): Promise<void> {
  const hooks = hooksOf(work, model);
  // Copies: rows that are refused together are stored once more, each for itself.
  const imported = given.map((one) => ({ ...one, row: { ...one.row } }));
  for (const { row, draft } of imported) {
    Object.assign(row, await ownerValues(work, model, row, undefined));
    await hooks?.beforeSave?.(row, saveContext(work, model, undefined, draft));
    await keepTree(work, model, undefined, row);
  }
  const rows = imported.map(({ row }) => row);
  await insertRows(work, model, rows);
  if (details) await storeDetails(work, details, imported);
  await refuseForeignRows(work, model, rows);
  await runAdded(work, model, rows);
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
    throw refuseOutOfScope();
  }
}
