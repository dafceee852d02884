import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aClerk } from "../../../../tests/support/callers.ts";
import { forOneEngine } from "../../../../tests/support/database.ts";
import { type EngineFixture, openEngine } from "../../../../tests/support/engine-fixture.ts";
import { shopModels } from "../../../../tests/support/shop-models.ts";
import { AppError } from "../../../http/errors.ts";
import { createReportSql } from "./create-report-sql.ts";
import { parseReport } from "./parse-report.ts";
import type { ReportSql } from "./report-sql.ts";

const models = shopModels();
/** One text to a line. */
const texts = (name: string): string[] =>
  readFileSync(new URL(`../../../../tests/fixtures/report-sql/${name}.txt`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
/** Have to be refused, with the place. */
const refusedTexts = texts("refused");
/** Odd, but they tell nothing that the caller may not see: they run, or are refused for what they are. */
const harmlessTexts = texts("harmless");

describe("hostile texts", () => {
  it("are three hundred", () => {
    expect(refusedTexts.length + harmlessTexts.length).toBeGreaterThanOrEqual(300);
    expect(new Set(refusedTexts).size).toBe(refusedTexts.length);
  });

  it.each(refusedTexts)("is refused with its place: %s", async (text) => {
    const error = await parseReport(text, models).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    const { details, result } = error as AppError;
    expect(details.reason).toMatch(/^第 \d+ 行第 \d+ 列：\p{Script=Han}|^第 \d+ 行第 \d+ 列：“/u);
    expect(result).toEqual({ line: expect.any(Number), column: expect.any(Number) });
  });

  it("names the very place", async () => {
    const refused = (text: string) => parseReport(text, models).catch((error: AppError) => error.result);
    expect(await refused("select '中文', 😀buyer,\n  pg_sleep(1)\nfrom test_order")).toEqual({ line: 2, column: 3 });
    expect(await refused("select '${长名称}', '中文', nothing from test_order")).toEqual({ line: 1, column: 24 });
    expect(await refused("select buyer\nfrom test_order\nwhere buyer = '${x}' and = 1")).toEqual({
      line: 3,
      column: 26,
    });
    expect(await refused("select 1;\n  select 2")).toEqual({ line: 2, column: 3 });
  });

  it.each([
    ["long", `select '${"x".repeat(30_000)}' as x`],
    ["of many brackets", `select ${"(".repeat(5_000)}1${")".repeat(5_000)} as x`],
    ["of many sub-selects", `${"select * from (".repeat(61)}select 1 as x${") x".repeat(61)}`],
    ["of many NOTs", `select ${"not ".repeat(4_000)}true as x`],
    ["of many sums", `select ${"1+".repeat(2_900)}1 as x`],
    ["of many unions", `select 1 as x${" union select 1".repeat(400)}`],
    [
      "of many joins",
      `select 1 as x from test_order a0${Array.from({ length: 400 }, (_, at) => ` cross join test_order a${at + 1}`).join("")}`,
    ],
    ["of many casts", `select 1${"::int".repeat(1_000)} as x`],
    ["of many CASEs", `select ${"case when true then ".repeat(500)}1${" end".repeat(500)} as x`],
    ["of many parameters", `select ${"${a},".repeat(300)}1 as x`],
    ["of a zero byte", "select 'a\u0000b' as x"],
    ["of a lone surrogate", "select 'a\ud800b' as x"],
    ["of a mark", "select '\ufdd01\ufdd0' as x"],
    ["of nothing", " \n\t "],
    ["of a comment", "-- select 1"],
  ])("a text %s is refused, and the next one read", async (_name, text) => {
    await expect(parseReport(text, models)).rejects.toBeInstanceOf(AppError);
    expect((await parseReport("select buyer from test_order", models)).models).toEqual(["test/order"]);
  });
});

forOneEngine("harmless texts", (open) => {
  let fixture: EngineFixture;
  let reports: ReportSql;
  beforeAll(async () => {
    fixture = await openEngine({ open });
    reports = await createReportSql({
      database: fixture.db,
      models,
      clock: () => "2026-03-05 09:30:00",
      note: () => {},
    });
    const { engine, admin, ids, anOrder } = fixture;
    const order = { mobile: "13812345678" };
    await engine.add("test/order", anOrder(ids.shopA, { ...order, buyer: "王芳" }), admin);
    await engine.add("test/order", anOrder(ids.shopB, { ...order, buyer: "韩梅", remark: "机密" }), admin);
  });
  afterAll(() => fixture.close());

  const clerk = aClerk("A01", { permissions: new Set(["test:order:list", "test:shop:list"]) });
  const state = async () => {
    const { rows } = await sql`select count(*) as n, max(version) as v, string_agg(buyer, ',' order by id) as b
      from test_order`.execute(fixture.db.kysely);
    return JSON.stringify(rows);
  };

  it.each(harmlessTexts)("%s", async (text) => {
    const before = await state();
    const values = { a: "' or 1=1 --", b: "1); drop table test_order; --" };
    const answer = await reports
      .parse(text)
      .then((report) => reports.run({ report, caller: clerk, values, page: { pageNo: 1, pageSize: 100 } }))
      .then(({ rows }) => rows)
      .catch((error: unknown) => {
        if (error instanceof AppError) return error.details;
        throw error;
      });
    const told = JSON.stringify(answer);
    expect(told).not.toMatch(/13812345678|机密|A02/);
    if (!text.includes("'韩") && !text.includes("^韩")) expect(told).not.toContain("韩梅");
    expect(told).not.toMatch(/pglite|sqlstate|relation|syntax error|\.ts\b|invalid input/i);
    expect(await state()).toBe(before);
  });
});
