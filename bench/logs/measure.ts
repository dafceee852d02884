import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { migrate } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open-database.ts";
import { applyModels, createIndexes } from "../../server/db/tables/apply-models.ts";
import { loadDocuments } from "../../server/documents/load-documents.ts";
import type { WireQuery } from "../../server/models/query/parse-list-query.ts";
import { administrator } from "../../tests/support/callers.ts";
import { engineOf, quantiles, round, timed } from "../engine.ts";

const turns = 40;

const cases: readonly { readonly title: string; readonly query: (turn: number) => WireQuery }[] = [
  { title: "all, newest first", query: () => ({ pageSize: "10" }) },
  { title: "operations only", query: () => ({ logType: "2", pageSize: "10" }) },
  { title: "sign-ins, page 100", query: () => ({ logType: "1", pageNo: "100", pageSize: "10" }) },
  { title: "one account", query: (turn) => ({ userid: `user${turn * 37}`, pageSize: "10" }) },
  {
    title: "one day of operations",
    query: (turn) => {
      const day = `2026-0${1 + (turn % 9)}-1${turn % 9}`;
      return { logType: "2", createTime_begin: day, createTime_end: day, pageSize: "10" };
    },
  },
  { title: "two characters of the content", query: (turn) => ({ logContent: `*${turn}号*`, pageSize: "10" }) },
];

/** Milliseconds of each page, and whether an index served it. */
export async function measureLogs(dataDir: string, rows: number) {
  const db = await openDatabase({ dataDir });
  const { resolvedModels } = loadDocuments(fileURLToPath(new URL("../../schemas", import.meta.url)));
  const model = resolvedModels.get("system/log");
  if (!model) throw new Error("no model system/log");
  await migrate(db);
  await applyModels(db, [model], { indexLater: new Set([model.id]) });
  const step = 50_000;
  for (let from = 0; from < rows; from += step) {
    await db.transaction(
      (trx) =>
        sql`insert into sys_log (id, version, tenant_id, log_type, log_content, operate_type, userid, username, ip,
            request_url, request_type, request_param, outcome, cost_time, create_by, create_time)
          select lpad(n::text, 19, '0'), 1, 0, case when n % 10 = 0 then 1 else 2 end,
            '编辑会员 ' || (n % 5000) || '号', 3, 'user' || (n % 3000), '用户', '10.0.0.' || (n % 250),
            '/api/member/member/edit', 'PUT', '{"id":"1"}', 'ok', n % 900, 'user' || (n % 3000),
            timestamp '2026-01-01' + (n::float8 / ${sql.lit(rows)}) * interval '320 days'
          from generate_series(${sql.lit(from + 1)}, ${sql.lit(Math.min(rows, from + step))}) n`.execute(trx),
      { deadlineMs: 600_000 },
    );
  }
  const indexMs = await timed(() => createIndexes(db, model));
  await db.transaction((trx) => sql`analyze sys_log`.execute(trx), { deadlineMs: 600_000 });
  const engine = await engineOf(db, model);
  const milliseconds: Record<string, unknown> = {};
  for (const { title, query } of cases) {
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      times.push(await timed(() => engine.list(model.id, query(turn), administrator)));
    }
    milliseconds[title] = quantiles(times);
  }
  const plan = await sql<Record<string, string>>`explain select id from sys_log where log_type = 2
    order by create_time desc, id desc limit 10`.execute(db.kysely);
  await db.close();
  return { indexSeconds: round(indexMs / 1000), milliseconds, plan: plan.rows.map((row) => row["QUERY PLAN"]) };
}
