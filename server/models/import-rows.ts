import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Database } from "../db/database.ts";
import { Pace } from "../db/pace.ts";
import { type Work, withReferences } from "./engine-parts.ts";
import { loadSheetTexts } from "./import-cells.ts";
import { checkChunk, type ImportedRow, repeatedValues } from "./import-check.ts";
import type { RowChange } from "./import-key.ts";
import { inFileOrder, type RowProblem } from "./import-problems.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { type CheckedRows, type Explain, type StoredRows, storeChecked } from "./import-store.ts";

export interface ImportOptions {
  /** `none`: nothing is stored, the verdict is that of storing; `whole`: all rows or none; `sound`: those without a fault. */
  readonly keep: "none" | "whole" | "sound";
  /** Unique field by which a line names the stored row that it changes; absent: every line is a new row. */
  readonly key?: string | undefined;
  /** Runs in the transaction that stores, when it is going to be kept. */
  readonly onStored?: ((work: Work, stored: StoredRows) => Promise<void>) | undefined;
}

export interface ImportOutcome {
  /** In file order. */
  readonly problems: readonly RowProblem[];
  /** Rows that were stored, or would have been. */
  readonly added: number;
  readonly changed: number;
  readonly isStored: boolean;
  /** What rules over several rows say of the file as a whole. */
  readonly refusal?: string | undefined;
}

/** Rows checked in one transaction: how often others have their turn on the embedded database. */
const chunkRows = 500;
/** The same beside others: some milliseconds, of the database and of the server's own thread. */
const chunkRowsBesideOthers = 50;
/** Somebody waits for an import; an export is fetched later and rests longer. */
const restPerChunk = 1;

/** Runs in a transaction of its own. */
type InWork = <Result>(run: (work: Work) => Promise<Result>) => Promise<Result>;

interface ImportGuards {
  readonly database: Pick<Database, "isShared">;
  /** Counts refusals that tell of values which the caller may not read; throws when they are too many. */
  readonly countGuesses: (times: number) => Promise<void>;
  readonly explain: Explain;
}

/** Ends the transaction of an import that is not to be kept. */
class NotKept extends Error {
  readonly stored: StoredRows;

  constructor(stored: StoredRows) {
    super("not kept");
    this.stored = stored;
  }
}

/**
 * Checks every row of a sheet as `add` would, stores what it can, and keeps of that what is wanted. The verdict is the
 * same for every `keep`: also a dry run stores, and takes it back.
 *
 * Checking goes in many short transactions, so that others have their turn on the embedded database; storing is one.
 */
export async function importRows(
  inWork: InWork,
  model: ResolvedModel,
  sheet: ImportSheet,
  guards: ImportGuards,
  { keep, key, onStored }: ImportOptions,
): Promise<ImportOutcome> {
  const checked = await checkSheet(inWork, model, sheet, guards, { keep, key });
  const stored = await storeSheet(inWork, async (work) => {
    const found = await storeChecked(work, model, checked, sheet.details, guards.explain);
    const isClean = checked.problems.length === 0 && found.problems.length === 0;
    const hasRows = found.added.length + found.changed.length > 0;
    const isWanted = keep === "sound" ? hasRows : keep === "whole" && isClean;
    if (!isWanted || found.refusal !== undefined) throw new NotKept(found);
    await onStored?.(work, { ...found, problems: inFileOrder([...checked.problems, ...found.problems]) });
    return found;
  });
  await guards.countGuesses(stored.guessed);
  return {
    problems: inFileOrder([...checked.problems, ...stored.problems]),
    added: stored.added.length,
    changed: stored.changed.length,
    isStored: stored.isKept,
    refusal: stored.refusal,
  };
}

interface CheckedSheet extends CheckedRows {
  readonly problems: readonly RowProblem[];
}

async function checkSheet(
  inWork: InWork,
  model: ResolvedModel,
  sheet: ImportSheet,
  { countGuesses, database }: ImportGuards,
  { keep, key }: ImportOptions,
): Promise<CheckedSheet> {
  const texts = await inWork((work) => loadSheetTexts(work, sheet));
  const seen = new Map<string, number>();
  const drawnCodes = new Set<string>();
  const drawnNumbers = keep === "none" ? new Map<string, bigint>() : undefined;
  const problems: RowProblem[] = [];
  const added: ImportedRow[] = [];
  const changed: RowChange[] = [];
  const keyField = key === undefined ? undefined : model.fields.get(key);
  const pace = new Pace(database, { restPerStep: restPerChunk });
  for (let next = 0; next < sheet.rows.length; ) {
    const chunk = sheet.rows.slice(next, next + (pace.isBesideOthers() ? chunkRowsBesideOthers : chunkRows));
    next += chunk.length;
    // A transaction may run twice; what it found the first time is forgotten with it.
    const found = await pace.step(() =>
      inWork((plain) => {
        const work = { ...withReferences(plain), drawnCodes, isTrial: drawnNumbers !== undefined, drawnNumbers };
        return checkChunk(work, model, sheet, chunk, texts, keyField);
      }),
    );
    await countGuesses(found.guessed);
    const lines = [
      ...found.valid,
      ...found.changes.map(({ rowNumber, body }) => ({ rowNumber, row: body, isChange: true })),
    ].sort((a, b) => a.rowNumber - b.rowNumber);
    const repeated = repeatedValues(model, lines, seen, sheet.placeOf);
    const again = new Set(repeated.map(({ rowNumber }) => rowNumber));
    problems.push(...found.problems, ...repeated);
    added.push(...found.valid.filter(({ rowNumber }) => !again.has(rowNumber)));
    changed.push(...found.changes.filter(({ rowNumber }) => !again.has(rowNumber)));
    await pace.rest();
  }
  return { problems, added, changed };
}

async function storeSheet(
  inWork: InWork,
  store: (work: Work) => Promise<StoredRows>,
): Promise<StoredRows & { readonly isKept: boolean }> {
  try {
    return { ...(await inWork((plain) => store(withReferences(plain)))), isKept: true };
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return { ...error.stored, isKept: false };
  }
}
