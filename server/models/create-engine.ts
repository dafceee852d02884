import type { Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { DatabaseError, type Tables } from "../db/database.ts";
import { RowCounter } from "./count-rows.ts";
import { createDataLogTable } from "./data-log.ts";
import { deleteRows } from "./delete-rows.ts";
import type { Engine, SaveOptions } from "./engine.ts";
import { type EngineParts, modelOf, readId, type Work } from "./engine-parts.ts";
import { createCounterTable } from "./fill-rules.ts";
import { createIdempotencyTable, once } from "./idempotency.ts";
import { listRows, present, type Reading, readOne, sumRows } from "./read-rows.ts";
import { addRow, editRow } from "./save-row.ts";
import { explainDuplicate } from "./unique-message.ts";

/** Two transactions that wait for each other: the database ends one, which is run again. */
const maxAttempts = 5;

/** Makes the engine and the tables it keeps beside the models' own. */
export async function createEngine(parts: EngineParts): Promise<Engine> {
  await createIdempotencyTable(parts.database.kysely);
  await createCounterTable(parts.database.kysely);
  await createDataLogTable(parts.database.kysely);

  const counter = new RowCounter();
  const engine: Engine = {
    models: parts.models,
    list: (modelId, query, caller) => listRows(reading, modelOf(parts, modelId), query, caller),
    totals: (modelId, query, caller) => sumRows(reading, modelOf(parts, modelId), query, caller),
    queryById: (modelId, id, caller) => readOne(reading, modelOf(parts, modelId), readId(id), caller),
    add: (modelId, body, caller, options) =>
      save(modelOf(parts, modelId), "add", body, caller, options, (work, model) => addRow(work, model, body)),
    edit: (modelId, body, caller, options) =>
      save(modelOf(parts, modelId), "edit", body, caller, options, (work, model) => editRow(work, model, body)),
    remove: (modelId, ids, caller, options) => {
      const model = modelOf(parts, modelId);
      return inWork(caller, options, (work) => deleteRows(work, model, ids));
    },
  };
  const reading: Reading = { parts, engine, counter };

  async function save(
    model: ResolvedModel,
    action: string,
    body: Row,
    caller: Caller,
    options: SaveOptions | undefined,
    write: (work: Work, model: ResolvedModel) => Promise<Row>,
  ): Promise<Row> {
    const saving = (work: Work) =>
      once(
        work.trx,
        { caller, key: options?.idempotencyKey, subject: `${model.id} ${action}`, now: work.now },
        async () => {
          const row = await write(work, model);
          const [shown] = await present(reading, model, [row], caller, "detail", work.trx);
          return shown ?? {};
        },
      );
    try {
      return await inWork(caller, options, saving);
    } catch (error) {
      throw explainDuplicate(error, [model, ...parts.models.values()], body);
    }
  }

  /** Runs in the caller's transaction when there is one; else in an own one, again when the database asks for it. */
  async function inWork<Result>(
    caller: Caller,
    options: SaveOptions | undefined,
    run: (work: Work) => Promise<Result>,
  ): Promise<Result> {
    const touched = new Set<string>();
    const within = (trx: Transaction<Tables>) => {
      touched.clear();
      return run({ parts, engine, trx, caller, now: parts.clock(), touched });
    };
    if (options?.trx) return within(options.trx);
    try {
      return await retried(() => parts.database.transaction(within));
    } finally {
      for (const table of touched) counter.forget(table);
    }
  }

  return engine;
}

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
