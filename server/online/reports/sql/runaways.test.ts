import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCaller, administrator } from "../../../../tests/support/callers.ts";
import { forEachEngine } from "../../../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../../../tests/support/engine-fixture.ts";
import { shopModels } from "../../../../tests/support/shop-models.ts";
import { asAsker } from "../../../db/asker.ts";
import { DatabaseError } from "../../../db/database.ts";
import { createReportSql } from "./create-report-sql.ts";
import type { ReportSql } from "./report-sql.ts";

const page = { pageNo: 1, pageSize: 10 };
const endless = "with recursive x(n) as (select 1 union all select n + 1 - 1 from x) select count(*) as n from x";

forEachEngine("a runaway report", (open, engine) => {
  let fixture: EngineFixture;
  let short: ReportSql;
  let patient: ReportSql;
  beforeAll(async () => {
    fixture = await openEngine({ open });
    const parts = { database: fixture.db, models: shopModels(), clock: () => "2026-03-05 09:30:00", note: () => {} };
    short = await createReportSql({ ...parts, deadlineMs: 1_000 });
    patient = await createReportSql({ ...parts, deadlineMs: 50_000 });
  });
  afterAll(() => fixture.close());

  const run = async (reports: ReportSql, text: string, signal?: AbortSignal, userId = administrator.userId) =>
    asAsker({ person: "author" }, async () =>
      reports.run({ report: await reports.parse(text), caller: { ...administrator, userId }, page, signal }),
    );
  const othersPage = () =>
    asAsker({ person: "reader" }, () =>
      fixture.engine.list("test/shop", {}, aCaller({ userId: "2", username: "reader" })),
    );

  describe("that the planner sees coming", () => {
    it.each([
      ["rows", "select count(*) as n from generate_series(1, 1000000) a, generate_series(1, 1000000) b"],
      ["joins", "select count(*) as n from test_shop, generate_series(1, 100000) b, generate_series(1, 100000) c"],
      ["a series", "select n from generate_series(1, 2000000000) n"],
      ["a limited series", "select n from generate_series(1, 2000000000) n limit 1"],
    ])("for its %s is refused before it starts", async (_name, text) => {
      await expect(run(patient, text)).rejects.toMatchObject({
        details: { reason: expect.stringMatching(/^报表的开销是上限的 .+ 倍/) },
      });
    });
  });

  it.each([
    ["an endless recursion", endless],
    [
      "doubling texts",
      `with recursive x(n, t) as (select 1, 'xxxxxxxx' union all select n + 1, t || t from x where n < 40) select count(*) as n from x where t like '%y%'`,
    ],
  ])("%s ends, and another person's page answers", async (name, text) => {
    const ended = run(short, text, undefined, name).then(
      () => "done",
      (error: unknown) => error,
    );
    await setTimeout(50); // not waiting for anything: the page is asked while it runs
    expect((await othersPage()).total).toBe(2);
    const outcome = await ended;
    // Out of time, or out of memory before.
    expect(outcome).toSatisfy(
      (error) =>
        (error as DatabaseError).failure === "timeout" || String(Object(error).details?.reason).includes("内存"),
    );
    expect((await othersPage()).total).toBe(2);
  });

  it("of recursion is not tried again at once by the one whom it was stopped for", async () => {
    const counted =
      "with recursive x(n) as (select 1 union all select n + 1 from x where n < 9) select max(n) as n from x";
    const ofWriter = (text: string) => run(short, text, undefined, "writer");
    await expect(ofWriter(endless)).rejects.toMatchObject({ failure: "timeout" });
    for (const text of [endless, counted])
      await expect(ofWriter(text)).rejects.toMatchObject({
        details: { reason: expect.stringMatching(/请在 \d+ 秒后再试/) },
      });
    await expect(ofWriter("select count(*) as n from test_shop")).resolves.toMatchObject({ total: 1 });
    await expect(run(short, counted, undefined, "somebody else")).resolves.toMatchObject({ rows: [{ n: 9 }] });
  });

  it.each([
    ["a sleep", "select pg_sleep(60) as n", "pg_sleep"],
    ["a sleep inside", "select buyer from test_order where (select pg_sleep(60)) is null", "pg_sleep"],
    ["a text of a gigabyte", "select length(repeat('x', 900000000)) as n", "repeat"],
  ])("%s is named, and the next calls answer", async (_name, text, named) => {
    await expect(run(patient, text)).rejects.toMatchObject({
      details: { reason: expect.stringContaining(`不支持函数“${named}”`) },
    });
    expect((await othersPage()).total).toBe(2);
    await expect(run(patient, "select count(*) as n from test_shop")).resolves.toMatchObject({ total: 1 });
  });

  it("does not run when the one who asked is gone before its turn", async () => {
    const gone = AbortSignal.abort();
    await expect(run(patient, "select buyer from test_order", gone)).rejects.toBeInstanceOf(DatabaseError);
  });

  it.runIf(engine === "postgres")("is cancelled when the one who asked leaves", async () => {
    const leaving = new AbortController();
    const ended = run(patient, endless, leaving.signal).catch((error: unknown) => error);
    await setTimeout(300);
    leaving.abort();
    expect(await ended).toBeInstanceOf(Error);
    expect((await othersPage()).total).toBe(2);
  });
});
