import { sql } from "kysely";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import type { WireQuery } from "../query/parse-list-query.ts";

const days = 7;
/** Counting every sign-in ever costs more than a figure of a dashboard is worth at each look. */
const totalKeptMs = 60_000;

/** The log (contract 05 §5.2) is read and exported only; figures of visits for dashboards (contract 01). */
export const routes: RouteModule = (api, { db, engine, clock }) => {
  let total = { value: Promise.resolve(0), untilMs: 0 };
  const totalVisits = (): Promise<number> => {
    if (total.untilMs > Date.now()) return total.value;
    const counting = sql<{ total: string }>`
      select count(*) as total from sys_log where log_type = 1 and outcome = 'ok'`.execute(db.kysely);
    total = { value: counting.then(({ rows }) => Number(rows[0]?.total ?? 0)), untilMs: Date.now() + totalKeptMs };
    total.value.catch(() => {
      total.untilMs = 0;
    });
    return total.value;
  };

  api.get("/sys/log/list", { config: { permission: "system:log:list" } }, async (request) => {
    const { keyWord, ...query } = request.query as WireQuery & { keyWord?: string };
    const content = typeof keyWord === "string" && keyWord !== "" ? { logContent: `*${keyWord}*` } : {};
    return ok(await engine.list("system/log", { ...query, ...content }, callerOf(request)));
  });

  api.get("/sys/loginfo", { config: { permission: "session" } }, async () => {
    const today = clock().slice(0, 10);
    const { rows } = await sql<{ today: string; ips: string }>`
      select count(*) as today, count(distinct ip) as ips
      from sys_log where log_type = 1 and outcome = 'ok' and create_time >= cast(${today} as timestamp)`.execute(
      db.kysely,
    );
    const [row] = rows;
    return ok({
      totalVisitCount: Math.max(await totalVisits(), Number(row?.today ?? 0)),
      todayVisitCount: Number(row?.today ?? 0),
      todayIp: Number(row?.ips ?? 0),
    });
  });

  api.get("/sys/visitInfo", { config: { permission: "session" } }, async () => {
    const today = clock().slice(0, 10);
    const { rows } = await sql<{ tian: string; visit: string; ip: string }>`
      select to_char(day, 'YYYY-MM-DD') as tian, count(log.id) as visit, count(distinct log.ip) as ip
      from generate_series(cast(${today} as timestamp) - ${sql.lit(days - 1)} * interval '1 day',
        cast(${today} as timestamp), interval '1 day') as day
      left join sys_log log on log.log_type = 1 and log.outcome = 'ok'
        and log.create_time >= day and log.create_time < day + interval '1 day'
      group by day order by day`.execute(db.kysely);
    return ok(
      rows.map((row) => ({
        tian: row.tian,
        visit: Number(row.visit),
        ip: Number(row.ip),
        type: row.tian.slice(5),
      })),
    );
  });
};
