import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { forEachEngine } from "../../tests/support/database.ts";
import { signal } from "../../tests/support/signal.ts";
import { until } from "../../tests/support/until.ts";
import { notifyOnCommit, withCommitNotices } from "./commit-notices.ts";
import { type Database, DatabaseError } from "./database.ts";
import { keptPlanOfLast } from "./kept-plan.ts";

forEachEngine("a database", (open, engine) => {
  let db: Database;

  beforeAll(async () => {
    db = await open();
    await sql`create table person (id int primary key, name varchar(5), at timestamp(0), amount numeric(4,2))`.execute(
      db.kysely,
    );
  });
  afterAll(() => db.close());

  const idsOf = async (id: number) =>
    (await sql<{ id: number }>`select id from person where id = ${id}`.execute(db.kysely)).rows;

  it("reads exact numbers as text and dates as wire text in APP_TZ", async () => {
    const { rows } = await sql`
      select 9007199254740993::int8 as big, 1.10::numeric as price, date '2026-01-02' as day,
             timestamptz '2026-01-02T00:00:00.5Z' as at, time '08:09:10' as clock, count(*) as n,
             '{"a":1}'::jsonb as json, true as flag, array['一','二'] as list`.execute(db.kysely);
    expect(rows).toEqual([
      {
        big: "9007199254740993",
        price: "1.10",
        day: "2026-01-02",
        at: "2026-01-02 08:00:00",
        clock: "08:09:10",
        n: "1",
        json: { a: 1 },
        flag: true,
        list: ["一", "二"],
      },
    ]);
  });

  it("binds dates, numbers, booleans, objects and lists alike", async () => {
    const { rows } = await sql`
      select ${new Date("2026-01-02T00:00:00Z")}::timestamp as at, ${7}::int4 as whole, ${true}::boolean as flag,
             ${{ a: [1] }}::jsonb as json, ${["一", "二"]}::text[] as list, ${null}::text as nothing,
             ${5}::text as digits`.execute(db.kysely);
    expect(rows).toEqual([
      {
        at: "2026-01-02 08:00:00",
        whole: 7,
        flag: true,
        json: { a: [1] },
        list: ["一", "二"],
        nothing: null,
        digits: "5",
      },
    ]);
  });

  it("tells apart a violated unique index, a text too long and a number out of range", async () => {
    await sql`insert into person (id, name) values (1, '张三')`.execute(db.kysely);
    const again = sql`insert into person (id, name) values (1, '李四')`.execute(db.kysely);
    await expect(again).rejects.toMatchObject({ failure: "unique", constraint: "person_pkey" });
    const long = sql`insert into person (id, name) values (2, '欧阳夏侯上官')`.execute(db.kysely);
    await expect(long).rejects.toMatchObject({ failure: "tooLong" });
    const large = sql`insert into person (id, amount) values (2, 100)`.execute(db.kysely);
    await expect(large).rejects.toMatchObject({ failure: "outOfRange" });
  });

  it("rolls back a transaction that throws", async () => {
    const work = db.transaction(async (trx) => {
      await sql`insert into person values (3, '王五')`.execute(trx);
      throw new Error("changed my mind");
    });
    await expect(work).rejects.toThrow("changed my mind");
    expect(await idsOf(3)).toEqual([]);
  });

  it("commits with the last statement: what comes after it cannot take it back", async () => {
    const work = db.transaction(async (trx) => {
      const { rows } = await sql<{
        id: number;
      }>`insert into person (id) values (31) returning id ${keptPlanOfLast}`.execute(trx);
      expect(rows).toEqual([{ id: 31 }]);
      expect((await sql`select id from person where id = 31`.execute(trx)).rows).toEqual([{ id: 31 }]);
      throw new Error("too late");
    });
    await expect(work).rejects.toThrow("too late");
    expect(await idsOf(31)).toEqual([{ id: 31 }]);
  });

  it("a last statement that fails stores nothing of its transaction, and the connection is used again", async () => {
    const work = (id: number) =>
      db.transaction(async (trx) => {
        await sql`insert into person (id) values (${id})`.execute(trx);
        await sql`insert into person (id) values (31) ${keptPlanOfLast}`.execute(trx);
      });
    for (const id of [32, 33]) await expect(work(id)).rejects.toMatchObject({ failure: "unique" });
    expect([...(await idsOf(32)), ...(await idsOf(33))]).toEqual([]);
    await db.transaction(async (trx) => {
      await sql`insert into person (id) values (32)`.execute(trx);
      const changed = await sql`update person set name = '李四' where id in (31, 32) ${keptPlanOfLast}`.execute(trx);
      expect(changed.numAffectedRows).toBe(2n);
    });
    expect(await idsOf(32)).toEqual([{ id: 32 }]);
  });

  it("a transaction whose first statement fails stores nothing, and the connection is used again", async () => {
    const work = db.transaction(async (trx) => {
      await sql`insert into person values (${null}, '王五')`.execute(trx).catch(() => {});
      await sql`insert into person values (4, '王五')`.execute(trx);
    });
    await expect(work).rejects.toThrow();
    await db.transaction(async () => {});
    await db.transaction(async (trx) => sql`insert into person values (5, '王五')`.execute(trx));
    expect([await idsOf(4), await idsOf(5)]).toEqual([[], [{ id: 5 }]]);
  });

  it("what a transaction writes first is seen by nobody before its commit", async () => {
    await db.transaction(async (trx) => {
      await sql`insert into person values (6, '王五')`.execute(trx);
      const { rows } = await sql<{ open: boolean }>`select txid_current_if_assigned() is not null as open`.execute(trx);
      expect(rows).toEqual([{ open: true }]);
    });
    expect(await idsOf(6)).toEqual([{ id: 6 }]);
  });

  it("ends a runaway statement at its deadline; other calls are answered", async () => {
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

  it("gives a transaction the longer deadline that it asks for", async () => {
    // Half a second is enough for everything but this, also where others work beside it.
    const short = await open({ deadlineMs: 500 });
    // The embedded engine cannot sleep.
    const work =
      engine === "embedded"
        ? sql`select count(*) > 0 as done from generate_series(1, 3000000)`
        : sql`select pg_sleep(1.5) is not null as done`;
    await expect(work.execute(short.kysely)).rejects.toMatchObject({ failure: "timeout" });
    const { rows } = await short.transaction((trx) => work.execute(trx), { deadlineMs: 60_000 });
    expect(rows).toEqual([{ done: true }]);
    await short.close();
  });

  it("refuses a write in a read-only transaction", async () => {
    const work = db.readOnly((trx) => sql`insert into person values (9, 'x')`.execute(trx), { deadlineMs: 60_000 });
    await expect(work).rejects.toMatchObject({ code: "25006" });
  });

  it("refuses two statements in one text", async () => {
    await expect(sql`select 1; select 2`.execute(db.kysely)).rejects.toMatchObject({ code: "42601" });
  });

  it("rolls back and ends a transaction that asks nothing for too long", async () => {
    const hasty = await open({ idleMs: 2_000 });
    await sql`create table person (id int primary key, name varchar(5))`.execute(hasty.kysely);
    const [held, release] = signal();
    const [started, start] = signal();
    const holder = hasty.transaction(async (trx) => {
      await sql`insert into person values (4, '赵六')`.execute(trx);
      start();
      await held;
      await sql`select 1`.execute(trx);
    });
    holder.catch(() => {}); // judged below
    await started;
    // The same key waits for the holder, whatever the engine; it goes through once they are rolled back.
    await sql`insert into person values (4, '孙七')`.execute(hasty.kysely);
    release();
    await expect(holder).rejects.toBeInstanceOf(DatabaseError);
    const { rows } = await sql`select name from person where id = 4`.execute(hasty.kysely);
    expect(rows).toEqual([{ name: "孙七" }]);
    await hasty.close();
  });

  it("wakes the listeners of a channel until they stop", async () => {
    const heard: string[] = [];
    const stop = await db.listen("c", (payload) => heard.push(payload));
    const last: string[] = [];
    await db.listen("end", (payload) => last.push(payload));
    await db.notify("c", "一");
    await until(() => expect(heard).toEqual(["一"]));
    await stop();
    await db.notify("c", "二");
    await db.notify("end", "三"); // sent later, heard later
    await until(() => expect(last).toEqual(["三"]));
    expect(heard).toEqual(["一"]);
  });

  it("a notice is heard once by the process that sends it, one of a commit before the writer goes on", async () => {
    const telling = withCommitNotices(db);
    const heard: string[] = [];
    await telling.listen("own", (payload) => heard.push(payload));
    const last: string[] = [];
    await db.listen("own-end", (payload) => last.push(payload));
    await telling.transaction(async (trx) => notifyOnCommit(trx, "own", "committed"));
    expect(heard).toEqual(["committed"]);
    await telling.notify("own", "told");
    await until(() => expect(heard).toEqual(["committed", "told"]));
    await db.notify("own-end", ""); // sent later, heard later
    await until(() => expect(last).toEqual([""]));
    expect(heard).toEqual(["committed", "told"]);
  });

  it("listens to several channels at once, and no statement of a client goes out while the one before is under way", async () => {
    // The driver sends them on only for a client that is made for it; of any other it warns, once per process.
    const { query } = pg.Client.prototype;
    const underWay = new Map<pg.Client, number>();
    let overlapping = 0;
    const spied = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...call: unknown[]
    ) {
      const before = underWay.get(this) ?? 0;
      if (before > 0 && !this.pipeline) overlapping += 1;
      underWay.set(this, before + 1);
      const answer = Reflect.apply(query, this, call) as Promise<unknown>;
      return answer.finally(() => underWay.set(this, (underWay.get(this) ?? 1) - 1));
    } as typeof query);
    onTestFinished(() => spied.mockRestore());
    const heard: string[] = [];
    const channels = ["several-a", "several-b", "several-c"];
    await Promise.all(channels.map((channel) => db.listen(channel, () => heard.push(channel))));
    for (const channel of channels) await db.notify(channel, "");
    await until(() => expect(heard).toEqual(channels));
    expect(overlapping).toBe(0);
  });

  it("refuses a notification over 8,000 bytes", async () => {
    await expect(db.notify("c", "字".repeat(2_700))).rejects.toThrow(RangeError);
  });
});
