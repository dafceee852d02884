import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "./database.ts";
import { openDatabase } from "./open-database.ts";

/** Nothing here is about a power cut: without fsync an opening takes two thirds of the time. */
const durable = false;
let dataDir: string;
let db: Database;

beforeAll(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), "schema-console-open-")), "not", "there", "yet");
  db = await openDatabase({ dataDir }, { durable });
});
afterAll(async () => {
  await db.close();
  rmSync(join(dataDir, "..", "..", ".."), { recursive: true });
});

it("a data folder is made with its parents and kept to its owner", () => {
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
});

it("a second opening of one folder is refused with folder and process in the message", async () => {
  await expect(openDatabase({ dataDir })).rejects.toThrow(`数据目录 ${dataDir} 正被进程 ${process.pid}`);
  await db.ping();
});

it("more callers than the queue holds are refused as busy", async () => {
  await db.close();
  db = await openDatabase({ dataDir }, { durable, maxQueue: 2 });
  const calls = await Promise.allSettled([db.ping(), db.ping(), db.ping(), db.ping()]);
  expect(calls.map((call) => call.status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(calls[3]).toMatchObject({ reason: { failure: "busy" } });
});

it("closing lets the callers in line finish and refuses later ones", async () => {
  const before = db.ping();
  const closing = db.close();
  await expect(db.ping()).rejects.toMatchObject({ failure: "unavailable" });
  await Promise.all([before, closing]);
  db = await openDatabase({ dataDir }, { durable });
});

it("a read that was not expected to be long has the shorter deadline, a long one and a transaction the longer", async () => {
  await db.close();
  db = await openDatabase({ dataDir }, { durable, readMs: 100, deadlineMs: 60_000 });
  const count = sql<{ n: string }>`select count(*) as n from generate_series(1, 3000000)`;
  await expect(count.execute(db.kysely)).rejects.toMatchObject({ failure: "timeout" });
  expect((await count.execute(db.longReads)).rows).toEqual([{ n: "3000000" }]);
  expect((await db.transaction((trx) => count.execute(trx))).rows).toEqual([{ n: "3000000" }]);
});

it("a server that does not answer is unavailable", async () => {
  const url = "postgres://nobody@127.0.0.1:1/none";
  await expect(openDatabase({ url })).rejects.toMatchObject({ failure: "unavailable" });
});
