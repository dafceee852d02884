import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";

it("a transaction that goes on and on is rolled back and gives the session to the next", async () => {
  const db = await openTestDatabase({ transactionMs: 500 });
  await sql`create table person (id int primary key)`.execute(db.kysely);
  const endless = db.transaction(async (trx) => {
    await sql`insert into person values (1)`.execute(trx);
    for (;;) await sql`select 1`.execute(trx);
  });
  await expect(endless).rejects.toMatchObject({ failure: "timeout" });
  const { rows } = await sql`select id from person`.execute(db.kysely);
  expect(rows).toEqual([]);
  await db.close();
});
