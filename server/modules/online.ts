import { sql } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import { callerOf } from "../auth/access.ts";
import { type Caller, isPlatformAdmin } from "../auth/caller.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import { refuseActing } from "./users/may-act-on.ts";

/** Whoever did something within this time counts as being there; uses are written once a minute. */
const awayAfterMs = 5 * 60_000;

interface OnlineQuery {
  readonly username?: string;
  readonly state?: string;
  readonly pageNo?: string;
  readonly pageSize?: string;
}

/**
 * Sessions (contract 05 §5.3). Its `token` is the session's id: the token itself is known to its browser only.
 * Sessions of all tenants are seen by the administrator of the default tenant only.
 */
export const routes: RouteModule = (api, { db, sessions, authentication, config }) => {
  api.get<{ Querystring: OnlineQuery }>(
    "/sys/online/list",
    { config: { permission: "system:online:list" } },
    async (request) => {
      const caller = callerOf(request);
      const { username = "", state = "" } = request.query;
      const size = Math.min(200, Math.max(1, Number(request.query.pageSize) || 10));
      const current = Math.min(100_000, Math.max(1, Number(request.query.pageNo) || 1));
      const now = Date.now();
      const awayBefore = now - awayAfterMs;
      const where = sql`session.expires_at > ${now} and ${visibleSessions(caller)}
        and (${username} = '' or account.username = ${username})
        and (${state} = '' or (session.last_seen_at >= ${awayBefore}) = (${state} = '1'))`;
      const { rows } = await sql<Readonly<Record<string, unknown>>>`
        select session.id, session.address, session.user_agent, session.created_at, session.last_seen_at,
          account.username, account.realname, account.avatar, account.birthday, account.sex, account.phone,
          count(*) over () as total
        from sys_session session join sys_user account on account.id = session.user_id
        where ${where} order by session.created_at desc, session.id
        limit ${sql.lit(size)} offset ${sql.lit((current - 1) * size)}`.execute(db.kysely);
      const time = (at: unknown) => businessTime(new Date(Number(at)), config.timeZone);
      const records = rows.map((row) => ({
        id: row.id,
        token: row.id,
        username: row.username,
        realname: row.realname,
        avatar: row.avatar,
        birthday: row.birthday,
        sex: row.sex === null ? null : String(row.sex),
        phone: maskedPhone(row.phone),
        ip: row.address,
        device: deviceText(String(row.user_agent ?? "")),
        state: Number(row.last_seen_at) >= awayBefore ? "1" : "0",
        loginTime: time(row.created_at),
        lastTime: time(row.last_seen_at),
        isOwn: row.id === caller.sessionId,
      }));
      const total = Number(rows[0]?.total ?? 0);
      return ok({ records, total, size, current, pages: Math.ceil(total / size) });
    },
  );

  api.post<{ Body: { token?: unknown } | undefined }>(
    "/sys/online/forceLogout",
    { config: { permission: "system:online:forceLogout" } },
    async (request) => {
      const caller = callerOf(request);
      const { token } = request.body ?? {};
      if (typeof token !== "string" || token.length > 64) throw refuse("Token无效!");
      const { rows } = await sql<{ user_id: string; username: string }>`
        select session.user_id, account.username
        from sys_session session join sys_user account on account.id = session.user_id
        where session.id = ${token} and ${visibleSessions(caller)}`.execute(db.kysely);
      const [found] = rows;
      if (!found) throw refuse("Token无效!");
      // A help desk may sign out whomever it may freeze.
      const isHelpDesk = caller.permissions.has("system:user:edit");
      if (!isHelpDesk) await db.transaction((trx) => refuseActing(trx, caller, [found.user_id]));
      await sessions.end(token);
      await authentication.invalidate(found.user_id);
      const text = `强制 ${found.username} 退出登录`;
      await writeSignInLog(db.kysely, request, { username: caller.username, realname: caller.realname, text });
      return ok(null, "退出登录成功！");
    },
  );
};

const visibleSessions = (caller: Caller) =>
  isPlatformAdmin(caller) ? sql`true` : sql`session.tenant_id = ${caller.tenantId}`;

function maskedPhone(phone: unknown): string | null {
  return typeof phone === "string" ? phone.replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2") : null;
}

const systems = [
  ["Windows", /Windows/],
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["macOS", /Mac OS/],
  ["Linux", /Linux/],
] as const;
const browsers = [
  ["微信", /MicroMessenger/],
  ["Edge", /Edg/],
  ["Firefox", /Firefox/],
  ["Chrome", /Chrome/],
  ["Safari", /Safari/],
] as const;

/** `Mozilla/5.0 (Windows NT 10.0…) … Chrome/131…` → `Chrome，Windows`. */
export function deviceText(agent: string): string {
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  return [browser, system].filter(Boolean).join("，") || agent.slice(0, 40);
}
