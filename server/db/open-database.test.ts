import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signal } from "../../tests/support/signal.ts";
import { type Database, DatabaseError } from "./database.ts";
import { openDatabase } from "./open-database.ts";

describe("the embedded database", () => {
  let dataDir: string;
  let db: Database;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "sc-db-"));
    db = await openDatabase({ dataDir });
    await sql`create table person (id int primary key, name varchar(5), at timestamp(0), amount numeric(12,2))`.execute(
      db.kysely,
    );
  });
  afterAll(async () => {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("reads exact numbers and dates as wire text in APP_TZ", async () => {
    const { rows } = await sql`
      select 9007199254740993::int8 as big, 1.10::numeric as price, date '2026-01-02' as day,
             timestamptz '2026-01-02T00:00:00.5Z' as at, time '08:09:10' as clock, count(*) as n`.execute(db.kysely);
    expect(rows).toEqual([
      {
        big: "9007199254740993",
        price: "1.10",
        day: "2026-01-02",
        at: "2026-01-02 08:00:00",
        clock: "08:09:10",
        n: "1",
      },
    ]);
  });

  it("keeps its folder to the owner", () => {
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it("names a violated unique index and a text that is too long", async () => {
    await sql`insert into person values (1, '张三')`.execute(db.kysely);
    const again = sql`insert into person values (1, '李四')`.execute(db.kysely);
    await expect(again).rejects.toMatchObject({ failure: "unique", constraint: "person_pkey" });
    const long = sql`insert into person values (2, '欧阳夏侯上官')`.execute(db.kysely);
    await expect(long).rejects.toMatchObject({ failure: "tooLong" });
  });

  it("rolls back a transaction that throws", async () => {
    const work = db.transaction(async (trx) => {
      await sql`insert into person values (3, '王五')`.execute(trx);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect((await sql`select 1 from person where id = 3`.execute(db.kysely)).rows).toEqual([]);
  });

  it("ends a runaway statement at its deadline while others only wait", async () => {
    const [started, start] = signal();
    const slow = db.readOnly(
      (trx) => {
        start();
        return sql`select count(*) from generate_series(1, 1000000000)`.execute(trx);
      },
      { deadlineMs: 300 },
    );
    slow.catch(() => {}); // judged below
    await started;
    const other = sql<{ n: number }>`select 1::int4 as n`.execute(db.kysely);
    await expect(slow).rejects.toMatchObject({ failure: "timeout" });
    expect((await other).rows).toEqual([{ n: 1 }]);
  });

  it("refuses a second opening of the same folder with folder and process in the message", async () => {
    const second = openDatabase({ dataDir });
    await expect(second).rejects.toThrow(`数据目录 ${dataDir} 正被进程 ${process.pid}`);
    await db.ping();
  });

  it("refuses a write in a read-only transaction", async () => {
    const work = db.readOnly((trx) => sql`insert into person values (9, 'x')`.execute(trx), { deadlineMs: 1000 });
    await expect(work).rejects.toMatchObject({ code: "25006" });
  });

  it("refuses two statements in one text", async () => {
    await expect(sql`select 1; select 2`.execute(db.kysely)).rejects.toMatchObject({ code: "42601" });
  });

  it("wakes the listeners of a channel until they stop", async () => {
    const heard: string[] = [];
    const stop = await db.listen("c", (payload) => heard.push(payload));
    await db.notify("c", "一");
    await new Promise((resolve) => setImmediate(resolve));
    await stop();
    await db.notify("c", "二");
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual(["一"]);
  });

  it("takes back the engine from a transaction that asks nothing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sc-db-"));
    const idle = await openDatabase({ dataDir: folder }, { idleMs: 50 });
    const [held, release] = signal();
    const [started, start] = signal();
    const holder = idle.transaction(async (trx) => {
      await sql`select 1`.execute(trx);
      start();
      await held;
      await sql`select 2`.execute(trx);
    });
    holder.catch(() => {});
    await started;
    await idle.ping();
    release();
    await expect(holder).rejects.toBeInstanceOf(DatabaseError);
    await idle.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
