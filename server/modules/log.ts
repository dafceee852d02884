import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import { type Caller, isPlatformAdmin } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";

const days = 7;
/** Counting every sign-in ever costs more than a figure of a dashboard is worth at each look. */
const totalKeptMs = 60_000;
const maxTotals = 1_000;

/** The log (contract 05 §5.2) is read and exported only; figures of visits for dashboards (contract 01). */
export const routes: RouteModule = (api, { db, engine, clock }) => {
  const totals = new Map<string, { readonly value: Promise<number>; readonly untilMs: number }>();
  const visits = (caller: Caller, alias?: string) =>
    sql`${sql.ref(`${alias ?? "sys_log"}.log_type`)} = 1 and ${sql.ref(`${alias ?? "sys_log"}.outcome`)} = 'ok'
      and ${engine.tenantRows("system/log", caller, alias)}`;
  const totalVisits = (caller: Caller): Promise<number> => {
    const key = `${caller.tenantId} ${isPlatformAdmin(caller)}`;
    const known = totals.get(key);
    if (known && known.untilMs > Date.now()) return known.value;
    const counting = sql<{ total: string }>`
      select count(*) as total from sys_log where ${visits(caller)}`.execute(db.kysely);
    const value = counting.then(({ rows }) => Number(rows[0]?.total ?? 0));
    value.catch(() => totals.delete(key));
    if (totals.size >= maxTotals) totals.clear();
    totals.set(key, { value, untilMs: Date.now() + totalKeptMs });
    return value;
  };

  api.get("/sys/log/list", { config: { permission: "system:log:list" } }, async (request) => {
    const { keyWord, ...query } = request.query as WireQuery & { keyWord?: string };
    const content = typeof keyWord === "string" && keyWord !== "" ? { logContent: `*${keyWord}*` } : {};
    return ok(await engine.list("system/log", { ...query, ...content }, callerOf(request)));
  });

  api.get("/sys/loginfo", { config: { permission: "session" } }, async (request) => {
    const caller = callerOf(request);
    const today = clock().slice(0, 10);
    const { rows } = await sql<{ today: string; ips: string }>`
      select count(*) as today, count(distinct ip) as ips
      from sys_log where ${visits(caller)} and create_time >= cast(${today} as timestamp)`.execute(db.kysely);
    const [row] = rows;
    return ok({
      totalVisitCount: Math.max(await totalVisits(caller), Number(row?.today ?? 0)),
      todayVisitCount: Number(row?.today ?? 0),
      todayIp: Number(row?.ips ?? 0),
    });
  });

  api.get("/sys/visitInfo", { config: { permission: "session" } }, async (request) => {
    const today = clock().slice(0, 10);
    const { rows } = await sql<{ tian: string; visit: string; ip: string }>`
      select to_char(day, 'YYYY-MM-DD') as tian, count(log.id) as visit, count(distinct log.ip) as ip
      from generate_series(cast(${today} as timestamp) - ${sql.lit(days - 1)} * interval '1 day',
        cast(${today} as timestamp), interval '1 day') as day
      left join sys_log log on ${visits(callerOf(request), "log")}
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
