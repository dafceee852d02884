import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { keptPlan } from "../kept-plan.ts";
import { KeptStatements } from "./kept-statements.ts";

const textOf = (number: number) => `select ${number} /* kept plan */`;
const run = (kept: KeptStatements, number: number) => {
  const statement = kept.of(textOf(number));
  kept.succeeded(textOf(number));
  return statement;
};

it("a session keeps the 300 statements that were used last and closes the others", () => {
  const kept = new KeptStatements();
  for (let number = 0; number < 300; number += 1) run(kept, number);
  expect(kept.takeClosing()).toEqual([]);
  expect(run(kept, 0)).toEqual({ name: "kept_1", isKnown: true });
  expect(run(kept, 300)).toEqual({ name: "kept_301", isKnown: false });
  expect(kept.takeClosing()).toEqual(["kept_2"]);
  expect(kept.takeClosing()).toEqual([]);
  expect(kept.of(textOf(0))?.isKnown).toBe(true);
  expect(kept.of(textOf(1))?.isKnown).toBe(false);
});

it("after a change of tables all are prepared again, the old ones are closed", () => {
  const kept = new KeptStatements();
  run(kept, 1);
  kept.succeeded("alter table person add column age int");
  expect(kept.takeClosing()).toEqual(["kept_1"]);
  expect(kept.of(textOf(1))).toEqual({ name: "kept_2", isKnown: false });
});

it("the embedded database answers more kept statements than it keeps, over and over", async () => {
  const db = await openTestDatabase();
  const ask = async (number: number) =>
    (await sql<{ n: number }>`select ${sql.lit(number)} as n ${keptPlan}`.execute(db.kysely)).rows[0]?.n;
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 310; number += 1) expect(await ask(number)).toBe(number);
  }
  const { rows } = await sql<{ n: string }>`select count(*) as n from pg_prepared_statements`.execute(db.kysely);
  expect(Number(rows[0]?.n)).toBeLessThanOrEqual(301);
  await db.close();
});
