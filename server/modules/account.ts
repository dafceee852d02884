import { checkNewPassword, verifyPassword } from "../auth/passwords.ts";
import { setPassword } from "../auth/secrets.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { loadUserInfo } from "../auth/user-info.ts";
import { departmentsOf } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";

interface PasswordChange {
  readonly username?: string | null;
  readonly oldpassword: string;
  readonly password: string;
  readonly confirmpassword: string;
}

const passwordChange = {
  type: "object",
  required: ["oldpassword", "password", "confirmpassword"],
  properties: {
    username: { type: ["string", "null"], maxLength: 100 },
    oldpassword: { type: "string", maxLength: 200 },
    password: { type: "string", maxLength: 200 },
    confirmpassword: { type: "string", maxLength: 200 },
  },
} as const;

const departmentChoice = {
  type: "object",
  required: ["orgCode"],
  properties: { orgCode: { type: "string", maxLength: 64 }, username: { type: ["string", "null"], maxLength: 100 } },
} as const;

/** What a signed-in person asks about himself and changes of himself (contract 01 §1.5, §1.6). */
export const routes: RouteModule = (api, context) => {
  const { db, sessions, authentication, dictionaries, signInFailures } = context;
  const session = { permission: "session" } as const;

  api.get("/sys/user/getUserInfo", { config: { ...session, beforePasswordChange: true } }, async (request) => {
    const caller = callerOf(request);
    return ok({
      userInfo: await loadUserInfo(db.kysely, caller.userId, caller.orgCode),
      sysAllDictItems: await dictionaries.allEnabled(),
    });
  });

  api.get("/sys/user/getCurrentUserDeparts", { config: session }, async (request) => {
    const { userId, orgCode } = callerOf(request);
    return ok({ list: await departmentsOf(db.kysely, userId), orgCode });
  });

  api.route<{ Body: { orgCode: string; username?: string | null } }>({
    method: ["PUT", "POST"],
    url: "/sys/selectDepart",
    config: session,
    schema: { body: departmentChoice },
    handler: async (request) => {
      const caller = callerOf(request);
      const { orgCode, username } = request.body;
      if (username && username !== caller.username) throw new AppError("FORBIDDEN");
      // Whether the department is his own is asked of the table: a membership may have ended a moment ago.
      const own = (await departmentsOf(db.kysely, caller.userId)).some((depart) => depart.orgCode === orgCode);
      if (!own) throw new AppError("FORBIDDEN");
      await sessions.moveToDepartment(caller.sessionId, orgCode);
      await db.kysely.updateTable("sys_user").set({ org_code: orgCode }).where("id", "=", caller.userId).execute();
      await authentication.invalidate(caller.userId);
      return ok({ userInfo: await loadUserInfo(db.kysely, caller.userId, orgCode) });
    },
  });

  api.route<{ Body: PasswordChange }>({
    method: ["PUT", "POST"],
    url: "/sys/user/updatePassword",
    config: { ...session, beforePasswordChange: true, rateLimit: { max: 20, timeWindow: "1 minute" } },
    schema: { body: passwordChange },
    handler: async (request) => {
      const caller = callerOf(request);
      const { username, oldpassword, password, confirmpassword } = request.body;
      if (username && username !== caller.username) throw refused("只允许修改自己的密码！");
      // A stolen session must not guess the password: wrong old ones count like wrong sign-ins.
      await signInFailures.check(caller.username, request.ip);
      const secret = await db.kysely
        .selectFrom("sys_user_secret")
        .select("password_hash")
        .where("user_id", "=", caller.userId)
        .executeTakeFirst();
      if (!(await verifyPassword(secret && String(secret.password_hash), oldpassword))) {
        await signInFailures.record(caller.username, request.ip);
        throw refused("旧密码输入错误!");
      }
      if (password === "") throw refused("新密码不允许为空!");
      if (password !== confirmpassword) throw refused("两次输入密码不一致!");
      if (password === oldpassword) throw refused("新密码不能与旧密码相同");
      checkNewPassword(password, caller.username);
      await db.transaction(async (trx) => setPassword(trx, caller.userId, password, { mustChange: false }));
      await sessions.endAllOf(caller.userId, caller.sessionId);
      await authentication.invalidate(caller.userId);
      await writeSignInLog(db.kysely, request, {
        username: caller.username,
        realname: caller.realname,
        text: "修改密码",
      });
      return ok(null, "密码重置成功!");
    },
  });
};

function refused(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
