import { sql } from "kysely";
import { businessTime } from "../../runtime/format/business-time.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { readPhone } from "../auth/phone.ts";
import { removeSessions } from "../auth/session-events.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { wrongCode } from "../auth/sms-codes.ts";
import { loadUserInfo } from "../auth/user-info.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import { deviceText } from "./online.ts";

/** What a person writes about themselves; name, roles, departments and tenants belong to the administration. */
const ownFields = ["realname", "avatar", "sex", "birthday", "email", "telephone"] as const;
/** Fields that may be asked about before they are taken, and what a taken one is answered with. */
const uniqueFields = { username: "用户账号已存在", phone: "手机号已存在", email: "邮箱已存在" } as const;

interface PageQuery {
  readonly pageNo?: string;
  readonly pageSize?: string;
}

/** The personal centre: a person's own profile, number, sessions and sign-ins (contract 01 §1.6). */
export const routes: RouteModule = (api, { db, engine, sessions, authentication, smsCodes, config }) => {
  const own = { config: { permission: "session" } };
  const limited = { config: { permission: "session", rateLimit: { max: 30, timeWindow: "1 minute" } } };

  api.get("/sys/user/getUserSectionInfoByToken", own, async (request) => {
    const { userId, username, realname, orgCode } = callerOf(request);
    return ok({ sysUserId: userId, sysUserCode: username, sysUserName: realname, sysOrgCode: orgCode });
  });

  api.put<{ Body: Row | null }>("/sys/user/appEdit", own, async (request) => {
    const caller = callerOf(request);
    const body = request.body ?? {};
    const named = Object.fromEntries(
      ownFields.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
    );
    // The row is their own and so are these fields, whatever rules narrow the administration of users for them.
    await engine.edit("system/user", { id: caller.userId, ...named }, { ...caller, isAdmin: true });
    await authentication.invalidate(caller.userId);
    return ok(await loadUserInfo(db.kysely, caller.userId, caller.orgCode), "保存成功");
  });

  // The code went to the new number (purpose `register`: it must be nobody's), so holding it is the proof.
  api.put<{ Body: { readonly phone?: unknown; readonly smscode?: unknown } | null }>(
    "/sys/user/updateMobile",
    limited,
    async (request) => {
      const caller = callerOf(request);
      const phone = readPhone(request.body?.phone);
      const proof = await smsCodes.check(phone, "register", String(request.body?.smscode ?? "").slice(0, 20));
      if (!proof) throw wrongCode();
      await db.transaction(async (trx) => {
        const taken = await trx.selectFrom("sys_user").select("id").where("phone", "=", phone).executeTakeFirst();
        if (taken && taken.id !== caller.userId) throw refuse(uniqueFields.phone);
        if (!(await proof.consume(trx))) throw wrongCode();
        await trx
          .updateTable("sys_user")
          .set((eb) => ({ phone, version: eb("version", "+", 1), update_by: caller.username }))
          .where("id", "=", caller.userId)
          .execute();
      });
      await authentication.invalidate(caller.userId);
      const { username, realname } = caller;
      await writeSignInLog(db.kysely, request, { username, realname, text: "更换手机号" });
      return ok(null, "手机号已更换");
    },
  );

  api.get<{ Querystring: Readonly<Record<string, string>> }>("/sys/user/checkOnlyUser", limited, async (request) => {
    const { userId } = callerOf(request);
    for (const [name, message] of Object.entries(uniqueFields)) {
      const value = request.query[name];
      if (!value) continue;
      const row = await db.kysely
        .selectFrom("sys_user")
        .select("id")
        .where((eb) => eb(eb.fn("lower", [name]), "=", value.toLowerCase()))
        .executeTakeFirst();
      if (row && row.id !== (request.query.id || userId)) throw refuse(message);
    }
    return ok(null);
  });

  api.get("/sys/user/ownSessions", own, async (request) => {
    const { userId, sessionId } = callerOf(request);
    const rows = await db.kysely
      .selectFrom("sys_session")
      .select(["id", "address", "user_agent", "created_at", "last_seen_at"])
      .where("user_id", "=", userId)
      .where("expires_at", ">", Date.now())
      .orderBy("last_seen_at", "desc")
      .orderBy("id")
      .limit(200)
      .execute();
    const time = (at: unknown) => businessTime(new Date(Number(at)), config.timeZone);
    const records = rows.map((row) => ({
      id: row.id,
      ip: row.address,
      device: deviceText(String(row.user_agent ?? "")),
      loginTime: time(row.created_at),
      lastTime: time(row.last_seen_at),
      isCurrent: row.id === sessionId,
    }));
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  api.post<{ Body: { readonly id?: unknown } | null }>("/sys/user/endOwnSession", own, async (request) => {
    const { userId, sessionId } = callerOf(request);
    const id = readId(request.body?.id);
    if (id === sessionId) throw refuse("当前登录请用“退出登录”结束");
    const ended = await removeSessions(db.kysely, sql`id = ${id} and user_id = ${userId}`);
    if (ended.length === 0) throw new AppError("ROW_NOT_FOUND");
    await authentication.invalidate(userId);
    return ok(null, "已退出");
  });

  api.post("/sys/user/endOtherSessions", own, async (request) => {
    const { userId, sessionId } = callerOf(request);
    await sessions.endAllOf(userId, sessionId);
    await authentication.invalidate(userId);
    return ok(null, "其他登录已全部退出");
  });

  api.get<{ Querystring: PageQuery }>("/sys/user/ownSignIns", own, async (request) => {
    const { username } = callerOf(request);
    const size = Math.min(200, Math.max(1, Number(request.query.pageSize) || 10));
    const current = Math.min(10_000, Math.max(1, Number(request.query.pageNo) || 1));
    const { rows } = await sql<Row>`
      select id, log_content, ip, create_time, outcome, count(*) over () as total
      from sys_log where log_type = 1 and userid = ${username}
      order by create_time desc, id desc limit ${sql.lit(size)} offset ${sql.lit((current - 1) * size)}`.execute(
      db.kysely,
    );
    const total = Number(rows[0]?.total ?? 0);
    const records = rows.map((row) => ({
      id: row.id,
      logContent: row.log_content,
      ip: row.ip,
      createTime: row.create_time,
      outcome: row.outcome,
    }));
    return ok({ records, total, size, current, pages: Math.ceil(total / size) });
  });
};
