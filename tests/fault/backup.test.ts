import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { migrate } from "../../server/db/migrate.ts";
import { restoreBackup } from "../../server/files/backup/read-backup.ts";
import { writeBackup } from "../../server/files/backup/write-backup.ts";
import { localFileStore } from "../../server/files/file-store.ts";
import { forOneEngine, migrated, openTestDatabase } from "../support/database.ts";
import { proveCount } from "../support/prove.ts";
import { createLedger, inspectLedger, writeEntry } from "./ledger.ts";

const killedWrites = proveCount(60, 5_000);

const textOf = (char: string, times: number) => char.repeat(times);

forOneEngine("backup", (open) => {
  let db: Database;
  let folder: string;
  beforeEach(async () => {
    db = await open({}, migrated);
    folder = mkdtempSync(join(tmpdir(), "schema-console-backup-"));
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const target = () => join(folder, "backups", "one.ndjson.gz");
  const filesDir = () => join(folder, "files");

  it("a backup made while people write, restored elsewhere, equals the ledger up to the moment it was made", async () => {
    await createLedger(db);
    let [last, stopped] = [0, false];
    const acknowledged: number[] = [];
    const writer = async (number: number) => {
      while (!stopped) {
        last += 1;
        const id = last;
        await writeEntry(db, id, number);
        acknowledged.push(id);
      }
    };
    const writers = Promise.all([1, 2, 3, 4].map(writer));
    writers.catch(() => {}); // judged below
    await expect.poll(() => acknowledged.length).toBeGreaterThan(killedWrites);
    const before = new Set(acknowledged);
    await writeBackup({ db, files: localFileStore(filesDir()), target: target() });
    const after = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(after);
    stopped = true;
    await writers;

    const copy = await openTestDatabase();
    try {
      const report = await restoreBackup(target(), copy, localFileStore(filesDir()));
      expect(report.differing).toEqual([]);
      await sql`create extension if not exists amcheck`.execute(copy.kysely);
      const { ids, faults } = await inspectLedger(copy);
      expect(faults).toEqual([]);
      expect([...before].filter((id) => !ids.has(id))).toEqual([]);
      expect([...ids].every((id) => id <= last)).toBe(true);
      expect(acknowledged.length).toBeGreaterThan(ids.size);
    } finally {
      await copy.close();
    }
  });

  it("a restored database goes on: keys, indexes, computed columns, counters, files are those of the original", async () => {
    await sql`create table thing (id bigint generated always as identity primary key, name varchar(20) not null unique,
      pairs text[] generated always as (text_bigrams(name)) stored, amount numeric(12,2), at timestamp(0), ok boolean,
      data jsonb, note text collate "C")`.execute(db.kysely);
    await sql`create index thing_pairs on thing using gin (pairs)`.execute(db.kysely);
    await sql`insert into thing (name, amount, at, ok, data, note) values
      ('王芳', 12.50, '2026-11-21 10:00:00', true, '{"a": [1, "二\\n"]}', ${'引"号\\反斜杠\t'}), ('李读', null, null, null, null, null)`.execute(
      db.kysely,
    );
    await sql`select nextval('engine_process')`.execute(db.kysely);
    mkdirSync(join(filesDir(), "member"), { recursive: true });
    writeFileSync(join(filesDir(), "member", "a.png"), textOf("图", 300_000));
    await writeBackup({ db, files: localFileStore(filesDir()), target: target() });

    const copy = await openTestDatabase();
    try {
      const elsewhere = join(folder, "elsewhere");
      const report = await restoreBackup(target(), copy, localFileStore(elsewhere));
      expect(report).toMatchObject({ differing: [], files: 1 });
      expect(readFileSync(join(elsewhere, "member", "a.png"), "utf8")).toBe(textOf("图", 300_000));
      const rows = (await sql`select * from thing order by id`.execute(copy.kysely)).rows;
      expect(rows).toEqual((await sql`select * from thing order by id`.execute(db.kysely)).rows);
      const next = await sql<{ id: string }>`insert into thing (name) values ('新的') returning id`.execute(
        copy.kysely,
      );
      expect(next.rows[0]?.id).toBe("3");
      await expect(sql`insert into thing (name) values ('王芳')`.execute(copy.kysely)).rejects.toMatchObject({
        failure: "unique",
      });
      expect(await migrate(copy)).toEqual([]);
      const { rows: indexes } = await sql`select 1 from pg_indexes where indexname = 'thing_pairs'`.execute(
        copy.kysely,
      );
      expect(indexes).toHaveLength(1);
      await expect(restoreBackup(target(), copy, localFileStore(elsewhere))).rejects.toThrow("已经有表");
    } finally {
      await copy.close();
    }
  });

  it("a cut or changed backup is refused and leaves the target empty", async () => {
    mkdirSync(join(filesDir(), "member"), { recursive: true });
    writeFileSync(
      join(filesDir(), "member", "a.png"),
      Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251)),
    );
    await writeBackup({ db, files: localFileStore(filesDir()), target: target() });
    const whole = readFileSync(target());
    truncateSync(target(), Math.floor(whole.length * 0.7));
    const copy = await openTestDatabase();
    try {
      await expect(restoreBackup(target(), copy, localFileStore(join(folder, "x")))).rejects.toThrow(/备份文件/);
      writeFileSync(target(), "not a backup");
      await expect(restoreBackup(target(), copy, localFileStore(join(folder, "x")))).rejects.toThrow(/备份文件/);
      await expect(restoreBackup(join(folder, "none"), copy, undefined)).rejects.toThrow("没有备份文件");
      const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(copy.kysely);
      expect(rows).toEqual([]);
      writeFileSync(target(), whole);
      expect((await restoreBackup(target(), copy, localFileStore(join(folder, "x")))).differing).toEqual([]);
    } finally {
      await copy.close();
    }
  });
});
