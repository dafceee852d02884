import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { type OpenOptions, openDatabase } from "../../server/db/open-database.ts";
import { copyTemplate, madeOnce } from "./database-template.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A finished empty cluster that test databases are copies of; made once per PGlite version. */
    clusterTemplate: string;
    /** Folder of this run, where prepared databases are kept for the next test file. */
    preparedFolder: string;
  }
}

/** Faults are made on purpose in tests. */
const quiet = { log: () => {} };

export type OpenTest = (options?: OpenOptions) => Promise<Database>;

/**
 * An empty embedded database of its own: a copy of the run's template, without fsync unless `durable` is asked for.
 * `close()` also removes its folder.
 */
export async function openTestDatabase(options: OpenOptions = {}): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), "schema-console-db-"));
  await copyTemplate(inject("clusterTemplate"), dataDir);
  const db = await openDatabase({ dataDir }, { durable: false, ...quiet, ...options });
  return closingWith(db, async () => rmSync(dataDir, { recursive: true, force: true }));
}

/**
 * An embedded database that `prepare` has filled: filled once in a run, then copied.
 *
 * @param name what distinguishes it from others of the run
 */
export async function openPreparedDatabase(
  name: string,
  prepare: (db: Database) => Promise<unknown>,
): Promise<Database> {
  const dataDir = await copyPrepared(name, prepare);
  const db = await openDatabase({ dataDir }, { durable: false, ...quiet });
  return closingWith(db, async () => rmSync(dataDir, { recursive: true, force: true }));
}

/** The same as a closed data folder, for a server or a command of its own; the caller removes it. */
export async function copyPrepared(name: string, prepare: (db: Database) => Promise<unknown>): Promise<string> {
  const template = await madeOnce(join(inject("preparedFolder"), name), async (dataDir) => {
    await copyTemplate(inject("clusterTemplate"), dataDir);
    const db = await openDatabase({ dataDir }, { durable: false, ...quiet });
    await prepare(db);
    await db.close();
  });
  const dataDir = mkdtempSync(join(tmpdir(), "schema-console-db-"));
  await copyTemplate(template, dataDir);
  return dataDir;
}

/**
 * The same tests on each engine: always the embedded one, and PostgreSQL when `TEST_DATABASE_URL` names a server.
 * There every `open` makes a database of its own, dropped by `close()`.
 */
export function forEachEngine(name: string, tests: (open: OpenTest) => void): void {
  describe(`${name} (embedded)`, () => tests(openTestDatabase));
  const url = process.env.TEST_DATABASE_URL;
  if (url) describe(`${name} (PostgreSQL)`, () => tests((options) => openOnServer(url, options)));
}

async function openOnServer(url: string, options: OpenOptions = {}): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(url, `create database ${pg.escapeIdentifier(name)} template template0 lc_collate 'C' lc_ctype 'C'`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const db = await openDatabase({ url: own.href }, { ...quiet, ...options });
  return closingWith(db, () => runOnServer(url, `drop database ${pg.escapeIdentifier(name)} with (force)`));
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function closingWith(db: Database, after: () => Promise<void>): Database {
  const close = db.close.bind(db);
  db.close = async () => {
    await close();
    await after();
  };
  return db;
}
