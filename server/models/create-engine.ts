import type { Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { isFormModel } from "../../runtime/online-forms/names.ts";
import type { Caller } from "../auth/caller.ts";
import { cacheOf } from "../config/caches/caches.ts";
import { DatabaseError, type Tables } from "../db/database.ts";
import { AppError, errorMessage } from "../http/errors.ts";
import { aggregateRows } from "./aggregate-rows.ts";
import { RowCounter } from "./count-rows.ts";
import { deleteRows } from "./delete-rows.ts";
import { addDictTexts } from "./dict-text.ts";
import type { BatchResult, Engine, SaveOptions } from "./engine.ts";
import { type EngineParts, modelOf, readId, type Work } from "./engine-parts.ts";
import { exportRows } from "./export-rows.ts";
import { runFillRule } from "./fill-rules.ts";
import { previewGeneration, runGeneration } from "./generate.ts";
import { checkGroups } from "./group-rules.ts";
import { once } from "./idempotency.ts";
import { undoBatch } from "./import-batch.ts";
import { importRows } from "./import-rows.ts";
import { KeptFigures } from "./kept-figures.ts";
import { KeptReads, tablesKept } from "./kept-reads.ts";
import { KnownTexts, textsBeside } from "./known-texts.ts";
import { isGuess, MaskedGuesses } from "./masked-guesses.ts";
import { QueryBudget } from "./query-budget.ts";
import { listByMaster, listChildren } from "./read-children.ts";
import { isValueFree, listRows, matchingIds, present, type Reading, readOne, sumRows } from "./read-rows.ts";
import { recountRow } from "./recount.ts";
import { listDeletedRows, purgeRows, restoreRows } from "./recycle-bin.ts";
import { addRow, changeableRow, editRow } from "./save-row.ts";
import { TableWrites } from "./table-writes.ts";
import type { Touched } from "./touched.ts";
import { runTransition } from "./transitions.ts";
import { explainDuplicate, GuessedValue } from "./unique-message.ts";
import { tenantSql } from "./visible-rows.ts";
import { rowAsSeen } from "./webhooks/row-as-seen.ts";
import { WriteNotices, type Written } from "./write-notices.ts";

/** Two transactions that wait for each other: the database ends one, which is run again. */
const maxAttempts = 5;

/** Makes the engine over a database whose migrations have run. */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  const tableWrites = new TableWrites();
  const counter = new RowCounter(tableWrites);
  const figures = new KeptFigures(tableWrites);
  const budget = new QueryBudget(parts.database, parts.queryBudget);
  const texts = new KnownTexts();
  const kept = new KeptReads();
  const guesses = new MaskedGuesses(parts.database);
  const notices = new WriteNotices(parts.database, forget);
  await notices.start();
  /** What a running transaction has written, also by calls that joined it. */
  const writtenBy = new WeakMap<Transaction<Tables>, Pick<Work, "touched" | "grouped" | "writes" | "beside">>();
  const engine: Engine = {
    get models() {
      return parts.models;
    },
    caches: [
      cacheOf("totals", "列表总数", counter),
      cacheOf("figures", "合计和统计", figures),
      cacheOf("texts", "字典和引用的文字", texts),
      cacheOf("rules", "保存用的规则", kept),
    ],
    list: (modelId, query, caller, within) => listRows(reading, modelOf(parts, modelId), query, caller, within),
    totals: (modelId, query, caller) => sumRows(reading, modelOf(parts, modelId), query, caller),
    aggregate: (modelId, request, caller) => aggregateRows(reading, modelOf(parts, modelId), request, caller),
    matchingIds: (modelId, query, caller) => matchingIds(reading, modelOf(parts, modelId), query, caller),
    exportRows: (modelId, query, caller, options) =>
      exportRows(reading, modelOf(parts, modelId), query, caller, options),
    importRows: async (modelId, sheet, caller, options) => {
      const model = await freshModel(modelId);
      try {
        await guesses.admit(model, caller, (name) => sheet.columns.some((column) => column?.name === name));
        const guards = {
          database: parts.database,
          countGuesses: (times: number) => guesses.count(caller, times),
          explain: (error: unknown) => explainDuplicate(error, [model, ...parts.models.values()], caller),
        };
        return await importRows((run) => withTransaction(caller, undefined, run), model, sheet, guards, options);
      } catch (error) {
        throw await refusalFor(error, model, caller);
      }
    },
    undoImport: async (batch, caller, options) => {
      let undone = 0;
      await write(batch.modelId, caller, async (work, model) => {
        undone = await undoBatch(work, model, batch, options);
      });
      return undone;
    },
    queryById: async (modelId, id, caller) => readOne(reading, modelOf(parts, modelId), readId(id), caller),
    rowAsSeen: (modelId, row, caller) => rowAsSeen(reading, modelOf(parts, modelId), row, caller),
    wordsOf: async (modelId, values, caller) => {
      const words = { ...values };
      const fields = [...modelOf(parts, modelId).fields.values()].filter(({ name }) => name in values);
      await addDictTexts(parts.database.kysely, parts.models, fields, [words], caller, texts);
      return words;
    },
    requireChangeable: async (modelId, id, caller) => {
      await changeableRow(parts.database.kysely, modelOf(parts, modelId), readId(id), caller, parts.clock());
    },
    tenantRows: (modelId, caller, alias) => tenantSql(modelOf(parts, modelId), caller, alias),
    add: async (modelId, body, caller, options) =>
      save(await freshModel(modelId, options), "add", body, caller, options, (work, model) =>
        addRow(work, model, body),
      ),
    edit: async (modelId, body, caller, options) =>
      save(await freshModel(modelId, options), "edit", body, caller, options, (work, model) =>
        editRow(work, model, body),
      ),
    remove: (modelId, ids, caller, options) =>
      write(modelId, caller, (work, model) => deleteRows(work, model, ids.map(readId)), options),
    listByMainId: async (modelId, mainId, caller, parentId) =>
      listByMaster(reading, modelOf(parts, modelId), readId(mainId), caller, parentId),
    children: async (modelId, parentId, caller) =>
      listChildren(reading, modelOf(parts, modelId), parentId === "" ? "" : readId(parentId), caller),
    transition: (modelId, key, body, caller, options) =>
      save(modelOf(parts, modelId), key, body, caller, options, (work, model) => runTransition(work, model, key, body)),
    transitionBatch: async (modelId, key, ids, answers, caller, options) => {
      const model = modelOf(parts, modelId);
      const done: string[] = [];
      const refused: BatchResult["refused"][number][] = [];
      for (const id of [...ids].sort(oldestFirst)) {
        const body = { ...answers, id };
        const reason = await refusalOf(() =>
          save(model, `${key} ${id}`, body, caller, options, (work, fresh) => runTransition(work, fresh, key, body)),
        );
        if (reason === undefined) done.push(id);
        else refused.push({ id, title: await titleOf(modelId, id, caller), reason });
      }
      return { done, refused };
    },
    previewGeneration: (modelId, key, body, caller) =>
      withTransaction(caller, undefined, (work) => previewGeneration(work, modelOf(parts, modelId), key, body)),
    generate: async (modelId, key, body, caller) => {
      const model = modelOf(parts, modelId);
      try {
        return await withTransaction(caller, undefined, (work) => runGeneration(work, model, key, body));
      } catch (error) {
        throw await refusalFor(error, model, caller);
      }
    },
    fillValue: (ruleCode, form, caller) =>
      withTransaction(caller, undefined, (work) => runFillRule(work, ruleCode, form)),
    tryFillValue: (ruleCode, caller) =>
      withTransaction(caller, undefined, (work) => runFillRule({ ...work, isTrial: true }, ruleCode, {})),
    isFree: (modelId, field, value, exceptId, caller) =>
      isValueFree(reading, modelOf(parts, modelId), field, value, exceptId, caller),
    listDeleted: (modelId, caller) => listDeletedRows(reading, modelOf(parts, modelId), caller),
    restore: (modelId, ids, caller) =>
      write(modelId, caller, (work, model) => restoreRows(work, model, ids.map(readId))),
    purge: (modelId, ids, caller) => write(modelId, caller, (work, model) => purgeRows(work, model, ids.map(readId))),
    recount: (modelId, id, caller) =>
      withTransaction(caller, undefined, (work) => recountRow(work, modelOf(parts, modelId), id)),
    stop: () => notices.stop(),
  };
  const reading: Reading = { parts, engine, counter, figures, budget, texts };

  function forget(written: readonly Written[] | "everything"): void {
    if (written === "everything") {
      for (const memory of [counter, figures, texts, kept]) memory.clear();
      return;
    }
    for (const { userId, tables } of written) {
      for (const [table, kind] of tables) {
        tableWrites.note(table, userId);
        texts.forget(table, kind);
        kept.forget(table, kind);
      }
    }
  }

  async function write(
    modelId: string,
    caller: Caller,
    run: (work: Work, model: ResolvedModel) => Promise<void>,
    options?: SaveOptions,
  ): Promise<void> {
    const model = await freshModel(modelId, options);
    try {
      await withTransaction(caller, options, (work) => run(work, model));
    } catch (error) {
      throw await refusalFor(error, model, caller);
    }
  }

  /** The model that rows are written by; within a transaction of the caller it is the one that it began with. */
  async function freshModel(modelId: string, options?: SaveOptions): Promise<ResolvedModel> {
    if (!options?.trx) await parts.stored?.settle(modelId);
    return modelOf(parts, modelId);
  }

  /** What a failed call answers; a guess that it tells of is counted. */
  async function refusalFor(error: unknown, model: ResolvedModel, caller: Caller, body?: Row): Promise<unknown> {
    if (isFormModel(model.id) && isUnreadable(error)) return new AppError("TABLE_CHANGED", { cause: error });
    const refusal = explainDuplicate(error, [model, ...parts.models.values()], caller, body);
    if (refusal instanceof GuessedValue) await guesses.count(caller, 1);
    return refusal;
  }

  /** How a row of a batch reads in the report; a row that is not the caller's has only its id. */
  async function titleOf(modelId: string, id: string, caller: Caller): Promise<string> {
    const row = await engine.queryById(modelId, id, caller).catch(() => undefined);
    return String(row?.[modelOf(parts, modelId).titleField] ?? id);
  }

  async function save(
    model: ResolvedModel,
    action: string,
    body: Row,
    caller: Caller,
    options: SaveOptions | undefined,
    write: (work: Work, model: ResolvedModel) => Promise<Row>,
  ): Promise<Row> {
    const key = options?.idempotencyKey;
    const isAlone = options?.trx === undefined;
    const saving = (work: Work) => {
      const isLast = () => isAlone && work.grouped.size === 0;
      return once(work.trx, { caller, key, subject: `${model.id} ${action}`, now: work.now, isLast }, async () => {
        const row = await write({ ...work, endsWithWrite: isAlone && !key }, model);
        const [shown] = await present(work, model, [row], caller, "detail", work.trx);
        return shown ?? {};
      });
    };
    await guesses.admit(model, caller, (field) => isGuess(body[field]));
    try {
      return await withTransaction(caller, options, saving);
    } catch (error) {
      throw await refusalFor(error, model, caller, body);
    }
  }

  /** Runs in the caller's transaction when there is one; else in an own one, again when the database asks for it. */
  async function withTransaction<Result>(
    caller: Caller,
    options: SaveOptions | undefined,
    run: (work: Work) => Promise<Result>,
  ): Promise<Result> {
    const touched: Touched = new Map();
    const begin = (trx: Transaction<Tables>) => {
      // A transaction that began elsewhere may hold a counter, or the table that it counts.
      const beside = options?.trx ? undefined : parts.database.beside;
      const written = writtenBy.get(trx) ?? { touched, grouped: new Map(), writes: new Map(), beside };
      writtenBy.set(trx, written);
      const known = textsBeside(texts, written.touched);
      return { parts, engine, trx, caller, now: parts.clock(), kept, texts: known, ...written };
    };
    const whole = async (trx: Transaction<Tables>) => {
      // Nested calls leave the check to the outermost one; in a transaction that began elsewhere the first call checks.
      const isFirst = !writtenBy.has(trx);
      const work = begin(trx);
      const result = await run(work);
      if (isFirst) await checkGroups(work);
      return result;
    };
    if (options?.trx) return whole(options.trx);
    try {
      return await retried(() => parts.database.transaction(whole));
    } finally {
      if (touched.size > 0) await tell(caller, touched);
    }
  }

  /** Who changed a rule goes on when every process has heard of it; a total that is a moment older harms nobody. */
  async function tell({ userId }: Caller, touched: Touched): Promise<void> {
    const told = notices.tell({ userId, tables: [...touched] });
    if (tablesKept(parts.models).some((table) => touched.has(table))) await told;
  }

  return engine;
}

/** Ids grow with time. What adds up, as balances do, is read in the order of its numbers. */
const { compare: oldestFirst } = new Intl.Collator("en", { numeric: true });

/** Why a call was refused, undefined when it was not; other failures end the batch. */
async function refusalOf(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorMessage(error.errorName, error.details);
  }
}

/** A value that was right for the model and is wrong for its column: the column has another type by now. */
const isUnreadable = (error: unknown): boolean => (error as { readonly code?: unknown } | null)?.code === "22P02";

async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const again = error instanceof DatabaseError && error.failure === "serialization" && attempt < maxAttempts;
      if (!again) throw error;
    }
  }
}
