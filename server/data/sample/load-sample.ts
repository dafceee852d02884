import { getHeapStatistics } from "node:v8";
import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { risingSums } from "../../../runtime/record/rising-sums.ts";
import { ConfigError } from "../../config/config.ts";
import type { Database, Queryable } from "../../db/database.ts";
import { readRow } from "../../models/row-codec.ts";
import { dataTables } from "../data-tables.ts";
import { insertRows, refreshTreeFlags, updateRows } from "../write-rows.ts";
import type { StoredFillRule } from "./fill.ts";
import { detailModels, isMade, type Models, neededModels, orderModels } from "./plan-load.ts";
import type { SampleRow } from "./pools.ts";
import { createSampleRun, type SampleSettings } from "./sample-run.ts";
import { createWholeDay } from "./whole-day.ts";

export interface SampleReport {
  /** Model id → rows made; empty when every model had its rows already. */
  readonly made: ReadonlyMap<string, number>;
  readonly ms: number;
}

/** At scale `large`, a million orders and what follows from them take most of an hour. */
const loadDeadlineMs = 3 * 60 * 60_000;

/** Rows that others follow from are made in memory. With less the process would end in the middle, a quarter of an hour on. */
const largeHeapMb = 14_000;

/**
 * Makes the demonstration rows of every model that has a `sample` block and none made yet. Everything happens in one
 * transaction: an interrupted load leaves nothing, and the next start does it again.
 *
 * @param models with their tables in place
 * @param fillRules the stored rules; numbers of made rows run on without gaps
 */
export async function loadSample(
  database: Database,
  models: Models,
  fillRules: readonly StoredFillRule[],
  settings: SampleSettings,
): Promise<SampleReport> {
  const started = performance.now();
  const wanted = await modelsWithoutSample(database.kysely, models);
  const made = new Map<string, number>();
  if (wanted.size > 0) {
    requireMemory(settings.scale, getHeapStatistics().heap_size_limit);
    await database.transaction((trx) => makeAll(trx, models, wanted, fillRules, settings, made), {
      deadlineMs: loadDeadlineMs,
    });
  }
  return { made, ms: Math.round(performance.now() - started) };
}

/** @throws ConfigError when the heap is too small for the scale */
export function requireMemory(scale: SampleSettings["scale"], heapBytes: number): void {
  if (scale !== "large" || heapBytes >= largeHeapMb * 1_000_000) return;
  throw new ConfigError(
    `SEED_SCALE=large 的演示数据在内存中生成，需要约 ${largeHeapMb / 1_000} GB。请以 NODE_OPTIONS=--max-old-space-size=${largeHeapMb} 启动，或改用 SEED_SCALE=small。`,
  );
}

/** Models that will get demonstration rows; their tables are better indexed after the load. */
export async function modelsToLoad(database: Queryable, models: Models): Promise<ReadonlySet<string>> {
  const wanted = await modelsWithoutSample(database, models);
  const details = [...wanted].flatMap((id) => {
    const model = models.get(id);
    return model ? detailModels(model) : [];
  });
  return new Set([...wanted, ...details]);
}

/** At a later start only tables that are empty: what a release before, or people, put there is not to be mixed with more. */
async function modelsWithoutSample(database: Queryable, models: Models): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ model: string }>`select model from ${sql.table(dataTables.samples)}`.execute(database);
  const done = new Set(rows.map(({ model }) => model));
  const wanted = new Set<string>();
  for (const { id, table, sample } of models.values()) {
    if (isMade(sample) && !done.has(id) && (done.size === 0 || !(await hasRows(database, table)))) wanted.add(id);
  }
  return wanted;
}

async function hasRows(database: Queryable, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database);
  return rows.length > 0;
}

async function makeAll(
  trx: Queryable,
  models: Models,
  wanted: ReadonlySet<string>,
  fillRules: readonly StoredFillRule[],
  settings: SampleSettings,
  made: Map<string, number>,
): Promise<void> {
  // Rows are made in memory for minutes at scale `large`; the server would end a transaction that asks nothing so long.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const ordered = orderModels(models, wanted);
  const stored = await readStored(trx, models, ordered);
  const run = createSampleRun(models, ordered, stored, fillRules, settings);
  const day = createWholeDay(settings.now);
  const inserted = new Set<ResolvedModel>();

  // The database writes one batch while the next is made.
  let writing: Promise<void> = Promise.resolve();
  for (const model of ordered) {
    await run.makeModel(model, async (rowsByModel) => {
      await writing;
      writing = write(rowsByModel);
      writing.catch(() => {}); // thrown where it is awaited
    });
  }
  await writing;

  async function write(rowsByModel: ReadonlyMap<string, readonly SampleRow[]>): Promise<void> {
    await sql`select 1`.execute(trx); // rows that stay in memory ask nothing, and an idle transaction is ended
    for (const [id, rows] of rowsByModel) {
      const owner = models.get(id);
      if (!owner) continue;
      made.set(id, (made.get(id) ?? 0) + rows.length);
      inserted.add(owner);
      if (!run.isKept(id)) await insertRows(trx, owner, day.placeRows(owner, rows));
    }
  }

  run.finish();
  for (const pool of run.pools.values()) {
    if (run.isKept(pool.model.id)) {
      await insertRows(
        trx,
        pool.model,
        day.placeRows(
          pool.model,
          pool.rows.filter((row) => !pool.stored.has(row)),
        ),
      );
    }
    const sums = [
      ...[...pool.model.fields.values()].filter(({ rollup }) => rollup).map(({ name }) => name),
      ...risingSums(pool.model).map(({ source }) => source),
    ];
    await updateRows(trx, pool.model, day.placeRows(pool.model, [...pool.changed]), sums);
  }
  for (const model of inserted) {
    const pool = run.pools.get(model.id);
    await refreshTreeFlags(trx, model, pool ? pool.rows.filter((row) => !pool.stored.has(row)) : []);
  }
  for (const { id } of ordered) {
    await sql`insert into ${sql.table(dataTables.samples)} (model, seed, anchor, row_count)
      values (${id}, ${settings.seed}, ${settings.now}, ${made.get(id) ?? 0})`.execute(trx);
  }
}

/** Rows that are in the tables of all models that the load refers to or adds to. */
async function readStored(
  trx: Queryable,
  models: Models,
  ordered: readonly ResolvedModel[],
): Promise<ReadonlyMap<string, readonly SampleRow[]>> {
  const needed = new Set(
    ordered.flatMap((model) => [model.id, ...detailModels(model), ...neededModels(model, models)]),
  );
  const stored = new Map<string, readonly SampleRow[]>();
  for (const id of needed) {
    const model = models.get(id);
    if (!model) continue;
    const { rows } = await sql<SampleRow>`select * from ${sql.table(model.table)}`.execute(trx);
    stored.set(
      id,
      rows.map((row) => readRow(model, row)),
    );
  }
  return stored;
}
