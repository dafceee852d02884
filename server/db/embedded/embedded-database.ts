import { constants, existsSync, renameSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import type { Kysely, Transaction } from "kysely";
import { DataDirError } from "../data-dir-error.ts";
import {
  type AnsweredColumn,
  type Database,
  DatabaseError,
  type NoticeHandler,
  type ReadOnlyOptions,
  type Statement,
  type Tables,
} from "../database.ts";
import { createKysely } from "../kysely-pool.ts";
import { within } from "../within.ts";
import { checkStamp, damaged, dataDirPaths, guardFolder, prepareFolder, writeStamp } from "./data-dir.ts";
import { EmbeddedEngine, type EngineOptions } from "./engine.ts";
import { type FolderLock, lockFolder } from "./folder-lock.ts";
import { LocalBus } from "./local-bus.ts";
import { Maintenance } from "./maintenance.ts";

export type EmbeddedOptions = Omit<EngineOptions, "clusterDir"> & {
  readonly dataDir: string;
  readonly transactionMs: number;
  readonly pingMs: number;
  readonly maintenanceMs: number;
};

/** A pause of everybody; a gigabyte takes some seconds. */
const copyDeadlineMs = 120_000;
const snapshotDeadlineMs = 10 * 60_000;

/**
 * Opens the data folder, making its cluster on the first start.
 *
 * @throws DataDirError when the folder is used by another process, cannot be written, is full, damaged or of another
 *   version
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { dataDir } = options;
  prepareFolder(dataDir);
  const lock = await lockFolder(dataDir);
  try {
    checkStamp(dataDir);
    const { cluster } = dataDirPaths(dataDir);
    if (!existsSync(cluster)) await createCluster(options);
    const engine = new EmbeddedEngine({ ...options, clusterDir: cluster });
    await engine.opened().catch(async (error: unknown) => {
      await engine.close();
      throw isOfTheFiles(error) ? damaged(dataDir, "打不开，可能已损坏", error) : error;
    });
    return new EmbeddedDatabase(engine, lock, options);
  } catch (error) {
    lock.release();
    throw namingFolder(dataDir, error);
  }
}

/** PostgreSQL that gives up while it opens a cluster leaves no reason behind, only an engine that is gone. */
function isOfTheFiles(error: unknown): boolean {
  return !(error instanceof DatabaseError) || error.failure === "unavailable";
}

/** While opening, a full disk is a matter of the folder; the person who starts the server has to know which. */
function namingFolder(folder: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError && error.failure === "diskFull")) return error;
  return new DataDirError("diskFull", folder, `数据目录 ${folder} 不能使用：磁盘已满或只读。请处理后重新启动。`, error);
}

/** Made aside and renamed: a start that is killed half-way begins again. */
async function createCluster(options: EmbeddedOptions): Promise<void> {
  const { cluster, unfinished } = dataDirPaths(options.dataDir);
  guardFolder(options.dataDir, () => rmSync(unfinished, { recursive: true, force: true }));
  const engine = new EmbeddedEngine({ ...options, clusterDir: unfinished });
  try {
    await engine.opened();
  } finally {
    await engine.close();
  }
  guardFolder(options.dataDir, () => {
    renameSync(unfinished, cluster);
    writeStamp(options.dataDir);
  });
}

class EmbeddedDatabase implements Database {
  readonly engine = "embedded";
  readonly kysely: Kysely<Tables>;
  readonly longReads: Kysely<Tables>;
  readonly beside = undefined;
  readonly #transactions: Kysely<Tables>;
  readonly #engine: EmbeddedEngine;
  readonly #lock: FolderLock;
  readonly #bus = new LocalBus();
  readonly #options: EmbeddedOptions;
  readonly #pingMs: number;

  readonly #maintenance: Maintenance;

  constructor(engine: EmbeddedEngine, lock: FolderLock, options: EmbeddedOptions) {
    const { pingMs, maintenanceMs } = options;
    this.#engine = engine;
    this.#lock = lock;
    this.#options = options;
    this.#pingMs = pingMs;
    this.#maintenance = new Maintenance(engine, maintenanceMs);
    this.kysely = createKysely(() => engine.connect());
    this.longReads = createKysely(() => engine.connect({ isLong: true }));
    this.#transactions = createKysely(() => engine.connect({ totalMs: options.transactionMs }));
  }

  transaction<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    options: { readonly deadlineMs?: number } = {},
  ): Promise<Result> {
    const kysely = options.deadlineMs ? createKysely(() => this.#engine.connect(options)) : this.#transactions;
    return kysely.transaction().execute(work);
  }

  async snapshot<Result>(work: (source: Transaction<Tables>) => Promise<Result>, workDir: string): Promise<Result> {
    await this.#copyCluster(workDir);
    const copy = await openEmbedded({ ...this.#options, dataDir: workDir, deadlineMs: snapshotDeadlineMs });
    try {
      return await copy.kysely.transaction().setAccessMode("read only").execute(work);
    } finally {
      await copy.close();
      rmSync(workDir, { recursive: true, force: true });
    }
  }

  /** Nothing writes while the engine is lent to nobody else: the files are those of one moment, after a checkpoint. */
  async #copyCluster(workDir: string): Promise<void> {
    prepareFolder(workDir);
    const lease = await this.#engine.connect({ deadlineMs: copyDeadlineMs, idleMs: copyDeadlineMs });
    try {
      await lease.query("checkpoint", []);
      const { cluster } = dataDirPaths(this.#options.dataDir);
      await cp(cluster, dataDirPaths(workDir).cluster, { recursive: true, mode: constants.COPYFILE_FICLONE });
      writeStamp(workDir);
    } finally {
      lease.release();
    }
  }

  readOnly<Result>(
    work: (trx: Transaction<Tables>) => Promise<Result>,
    { deadlineMs, isLong = false, signal }: ReadOnlyOptions,
  ): Promise<Result> {
    const kysely = createKysely(() => this.#engine.connect({ deadlineMs, totalMs: deadlineMs, isLong, signal }));
    return kysely.transaction().setAccessMode("read only").execute(work);
  }

  async columnsOf({ text, values }: Statement, before: readonly string[]): Promise<readonly AnsweredColumn[]> {
    const lease = await this.#engine.connect();
    try {
      await lease.query("begin read only", []);
      for (const one of before) await lease.query(one, []);
      const { columns = [] } = await lease.query(text, values);
      return columns;
    } finally {
      lease.release();
    }
  }

  isShared(): boolean {
    return this.#engine.isShared();
  }

  async notify(channel: string, payload: string): Promise<void> {
    this.#bus.notify(channel, payload);
  }

  async listen(channel: string, handler: NoticeHandler): Promise<() => Promise<void>> {
    const stop = this.#bus.listen(channel, handler);
    return async () => stop();
  }

  async ping(): Promise<void> {
    const late = () => new DatabaseError("unavailable", { cause: new Error("ping timed out") });
    await within(this.#select1(), this.#pingMs, late);
  }

  async close(): Promise<void> {
    this.#maintenance.stop();
    await this.#engine.close();
    this.#lock.release();
  }

  async #select1(): Promise<void> {
    const lease = await this.#engine.connect();
    try {
      await lease.query("select 1", []);
    } finally {
      lease.release();
    }
  }
}
