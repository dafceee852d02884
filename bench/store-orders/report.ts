import { CompiledQuery } from "kysely";
import { buildReport } from "../../runtime/online-reports/build-sql.ts";
import { buildWords } from "../../runtime/online-reports/build-words.ts";
import type { BuildTable } from "../../runtime/online-reports/report-build.ts";
import { type DatabaseLocation, openDatabase } from "../../server/db/open-database.ts";

/** Number and amount of the orders of each month and store, as the builder writes it. */
export function monthAndStore(tables: readonly BuildTable[]): string {
  const build = {
    table: "store_order",
    columns: [
      { path: "create_time", by: "month" },
      { path: "store_id" },
      { path: "" },
      { path: "pay_amount", op: "sum" },
    ],
    asks: [],
    sort: [],
  } as const;
  const built = buildReport(build, new Map(tables.map((table) => [table.name, table])), buildWords);
  if (!built) throw new Error("no such table");
  return built.sql;
}

/** Milliseconds of each run of a statement, all of its rows read, without anything of ours around it. */
export async function runBare(location: DatabaseLocation, sql: string, runs: number): Promise<readonly number[]> {
  const db = await openDatabase(location);
  try {
    const taken: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      await db.kysely.executeQuery(CompiledQuery.raw(sql));
      taken.push(performance.now() - start);
    }
    return taken;
  } finally {
    await db.close();
  }
}
