import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "../support/database.ts";
import { proveCount } from "../support/prove.ts";
import { signal } from "../support/signal.ts";
import { createLedger, inspectLedger, writeEntry } from "./ledger.ts";

const runaways = proveCount(1, 20);

it("a runaway query ends at its deadline; calls behind it are answered and no acknowledged row is lost", async () => {
  const db = await openTestDatabase({ durable: true });
  await createLedger(db);
  const written: number[] = [];
  const waitsMs: number[] = [];
  for (let round = 0; round < runaways; round++) {
    for (let id = round * 100 + 1; id <= round * 100 + 20; id++) {
      await writeEntry(db, id, 1);
      written.push(id);
    }
    const [started, start] = signal();
    const runaway = db.readOnly(
      (trx) => {
        start();
        return sql`select count(*) from generate_series(1, 10000000000)`.execute(trx);
      },
      { deadlineMs: 200 },
    );
    runaway.catch(() => {}); // judged below
    await started;
    const from = performance.now();
    const read = sql<{ n: string }>`select count(*) as n from entry`.execute(db.kysely);
    const write = writeEntry(db, round * 100 + 50, 2);
    await expect(runaway).rejects.toMatchObject({ failure: "timeout" });
    expect((await read).rows).toEqual([{ n: String(written.length) }]);
    await write;
    written.push(round * 100 + 50);
    waitsMs.push(performance.now() - from);
  }
  expect(await inspectLedger(db)).toEqual({ ids: new Set(written), faults: [] });
  await db.close();
  waitsMs.sort((a, b) => a - b);
  console.log(`runaway: ${runaways} ended, others waited ${Math.round(waitsMs.at(-1) ?? 0)} ms at worst`);
});
