import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forEachEngine, migrated } from "../../../tests/support/database.ts";
import type { Database } from "../../db/database.ts";
import { takeToken } from "./rate-limit.ts";

/** A token takes longer than any machine needs for these calls. */
const rule = { key: "user", perSecond: 0.001, burst: 3 } as const;

forEachEngine("buckets of the gateway", (open) => {
  let db: Database;
  beforeAll(async () => {
    db = await open({}, migrated);
  });
  afterAll(() => db.close());

  const taken = async (key: string, calls: number) => {
    const answers = await Promise.all(Array.from({ length: calls }, () => takeToken(db.kysely, key, rule)));
    return answers.filter(Boolean).length;
  };

  it("SYS-13 a bucket lets its burst through and no call more, also of calls at once", async () => {
    expect(await taken("r1 lily", 12)).toBe(3);
    expect(await taken("r1 tom", 1)).toBe(1);
  });

  it("SYS-13 what flows in meanwhile is let through, the burst at most", async () => {
    await taken("r2 lily", 3);
    const wait = (seconds: number) =>
      sql`update sys_gateway_bucket set at = at - ${seconds}::float8 where key = 'r2 lily'`.execute(db.kysely);
    await wait(2_000);
    expect(await taken("r2 lily", 6)).toBe(2);
    await wait(1_000_000);
    expect(await taken("r2 lily", 6)).toBe(3);
  });
});
