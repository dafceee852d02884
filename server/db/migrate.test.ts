import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { forEachEngine } from "../../tests/support/database.ts";
import type { Database } from "./database.ts";
import { type Migration, migrate } from "./migrate.ts";

const step = (name: string, text: string): Migration => ({
  name,
  up: async (trx) => {
    await sql.raw(text).execute(trx);
  },
});

forEachEngine("migrations", (open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db.close());
  beforeEach(() => sql`drop table if exists schema_migration, schema_lock, a, b`.execute(db.kysely));

  it("run once each, in order", async () => {
    const steps = [step("0001-a", "create table a (x int)"), step("0002-b", "alter table a add y int")];
    expect(await migrate(db, steps)).toEqual(["0001-a", "0002-b"]);
    expect(await migrate(db, steps)).toEqual([]);
  });

  it("that fail leave nothing behind and can be run again", async () => {
    const broken: Migration = {
      name: "0001-a",
      up: async (trx) => {
        await sql`create table a (x int)`.execute(trx);
        await sql`select missing`.execute(trx);
      },
    };
    await expect(migrate(db, [broken])).rejects.toMatchObject({ code: "42703" });
    expect(await migrate(db, [step("0001-a", "create table a (x int)")])).toEqual(["0001-a"]);
  });

  it("refuse a database that is newer than the program", async () => {
    await migrate(db, [step("0001-a", "select 1"), step("0002-b", "select 1")]);
    await expect(migrate(db, [step("0001-a", "select 1")])).rejects.toThrow("0002-b");
  });

  it("of several starting processes run each step once", async () => {
    const steps = [step("0001-a", "create table a (x int)"), step("0002-b", "create table b (x int)")];
    const ran = await Promise.all([migrate(db, steps), migrate(db, steps), migrate(db, steps)]);
    expect(ran.flat().sort()).toEqual(["0001-a", "0002-b"]);
  });
});
