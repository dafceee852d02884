import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type OpenOptions, openDatabase } from "../../server/db/open-database.ts";
import { createOnServer, databaseServer, type OwnDatabase, preparedOnServer } from "./database-server.ts";
import { copyTemplate, madeOnce } from "./database-template.ts";
import { isProving } from "./prove.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A finished empty cluster that test databases are copies of; made once per PGlite version. */
    clusterTemplate: string;
    /** Folder of this run, where prepared databases are kept for the next test file. */
    preparedFolder: string;
  }
}

/** The engine's code: as long as somebody holds it, every database thread of this process runs this one, compiled and warm. */
const pglite = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));
export const keptEngineCode = WebAssembly.compile(readFileSync(join(pglite, "pglite.wasm")));

/** Faults are made on purpose in tests. A slow machine is none: who tests a limit sets it. */
const usual = {
  log: () => {},
  deadlineMs: 60_000,
  queueWaitMs: 120_000,
  idleMs: 60_000,
  pingMs: 60_000,
  connectMs: 60_000,
};

/** What a database holds before the tests begin. */
export interface Preparation {
  /** Distinguishes it from others of the run. */
  readonly name: string;
  prepare(db: Database): Promise<unknown>;
}

/** A cluster with nothing in it. */
export const emptyCluster: Preparation = { name: "empty", prepare: async () => {} };

/** The tables that every database has, without those of models. */
export const migrated: Preparation = { name: "migrated", prepare: migrate };

export type OpenTest = (options?: OpenOptions, preparation?: Preparation) => Promise<Database>;

/**
 * An empty embedded database of its own, or one that was prepared once in this run: a copy of the run's template, without
 * fsync unless `durable` is asked for. `close()` also removes its folder.
 */
export async function openTestDatabase(options: OpenOptions = {}, preparation?: Preparation): Promise<Database> {
  return openFolder(
    await (preparation ? copyPrepared(preparation) : copyToNewFolder(inject("clusterTemplate"))),
    options,
  );
}

/** The embedded database of a folder that nobody else uses. `close()` also removes it. */
export async function openFolder(dataDir: string, options: OpenOptions = {}): Promise<Database> {
  const db = await openDatabase({ dataDir }, { durable: false, ...usual, ...options });
  return closingWith(db, async () => rmSync(dataDir, { recursive: true, force: true }));
}

/** A prepared database as a closed data folder, for a server or a command of its own; the caller removes it. */
export async function copyPrepared({ name, prepare }: Preparation): Promise<string> {
  const template = await madeOnce(join(inject("preparedFolder"), name), async (dataDir) => {
    copyTemplate(inject("clusterTemplate"), dataDir);
    const db = await openDatabase({ dataDir }, { durable: false, ...usual });
    await prepare(db);
    await db.close();
  });
  return copyToNewFolder(template);
}

function copyToNewFolder(template: string): string {
  // Within the run's folder: what an ended run has left goes with it.
  const dataDir = mkdtempSync(join(inject("preparedFolder"), "copy-"));
  copyTemplate(template, dataDir);
  return dataDir;
}

/**
 * The same tests on each engine, for what depends on it: always the embedded one, and PostgreSQL when `TEST_DATABASE_URL` names a server.
 * There every `open` makes a database of its own, dropped by `close()`.
 */
export function forEachEngine(name: string, tests: (open: OpenTest, engine: Database["engine"]) => void): void {
  describe(`${name} (embedded)`, () => tests(openTestDatabase, "embedded"));
  if (!databaseServer) return;
  const server = databaseServer;
  describe(`${name} (PostgreSQL)`, () => tests((...how) => openOnServer(server, ...how), "postgres"));
}

/**
 * For what does not depend on the engine's statements, types, locks or connections: PostgreSQL where there is one, because
 * its databases are made and asked in a third of the time, otherwise the embedded engine.
 */
export const openUsualDatabase: OpenTest = (...how) =>
  databaseServer ? openOnServer(databaseServer, ...how) : openTestDatabase(...how);

/** The same tests on one engine, and on both when proving. */
export function forOneEngine(name: string, tests: (open: OpenTest, engine: Database["engine"]) => void): void {
  if (isProving) forEachEngine(name, tests);
  else describe(name, () => tests(openUsualDatabase, databaseServer ? "postgres" : "embedded"));
}

async function openOnServer(server: string, options: OpenOptions = {}, preparation?: Preparation): Promise<Database> {
  const { url, drop } = await (preparation ? copyPreparedOnServer(server, preparation) : createOnServer(server));
  return closingWith(await openDatabase({ url }, { ...usual, ...options }), drop);
}

/** A prepared database of a PostgreSQL, for a server of its own; the caller drops it. */
export async function copyPreparedOnServer(server: string, { name, prepare }: Preparation): Promise<OwnDatabase> {
  const template = await preparedOnServer(server, inject("preparedFolder"), {
    name,
    prepare: async (url) => {
      const db = await openDatabase({ url }, usual);
      await prepare(db);
      await db.close();
    },
  });
  return createOnServer(server, template);
}

function closingWith(db: Database, after: () => Promise<void>): Database {
  const close = db.close.bind(db);
  db.close = async () => {
    await close();
    await after();
  };
  return db;
}
