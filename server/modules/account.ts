import { callerOf } from "../auth/access.ts";
import { setFileCookie } from "../auth/file-cookie.ts";
import { checkNewPassword, verifyPassword } from "../auth/passwords.ts";
import { setPassword } from "../auth/secrets.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { tenantsOf } from "../auth/tenants.ts";
import { loadUserInfo } from "../auth/user-info.ts";
import { chooseDepartment, departmentsOf, findUser, isInTenant } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
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
  properties: {
    orgCode: { type: ["string", "null"], maxLength: 64 },
    username: { type: ["string", "null"], maxLength: 100 },
    loginTenantId: { type: ["string", "integer", "null"], maxLength: 20 },
  },
} as const;

/** What a signed-in person asks about themselves and changes of themselves (contract 01 §1.5, §1.6). */
export const routes: RouteModule = (api, context) => {
  const { db, sessions, authentication, dictionaries, signInFailures, settings, config } = context;
  const session = { permission: "session" } as const;

  api.get("/sys/user/getUserInfo", { config: { ...session, beforeReady: true } }, async (request, reply) => {
    const caller = callerOf(request);
    // Whoever looked as somebody else comes back by this call: their pictures are read with their own session again.
    const token = request.headers["x-access-token"];
    if (typeof token === "string" && token !== "") setFileCookie(reply, config, token);
    return ok({
      userInfo: { ...(await loadUserInfo(db.kysely, caller.userId, caller.orgCode)), loginTenantId: caller.tenantId },
      sysAllDictItems: await dictionaries.allEnabled(),
    });
  });

  api.get("/sys/user/getCurrentUserDeparts", { config: session }, async (request) => {
    const { userId, orgCode } = callerOf(request);
    return ok({ list: await departmentsOf(db.kysely, userId), orgCode });
  });

  // `loginTenantId` is ours: the tenant is scoped where the department is, in the session.
  api.route<{ Body: { orgCode?: string | null; username?: string | null; loginTenantId?: string | number | null } }>({
    method: ["PUT", "POST"],
    url: "/sys/selectDepart",
    config: session,
    schema: { body: departmentChoice },
    handler: async (request) => {
      const caller = callerOf(request);
      const { orgCode, username, loginTenantId } = request.body;
      if (username && username !== caller.username) throw new AppError("FORBIDDEN");
      if (!orgCode && !loginTenantId) throw new AppError("BAD_REQUEST");
      // Both are looked at before either is changed.
      const tenantId = loginTenantId ? await checkTenant(caller.userId, String(loginTenantId)) : caller.tenantId;
      if (orgCode) await checkDepartment(caller.userId, orgCode, tenantId);
      if (loginTenantId) await sessions.moveToTenant(caller.sessionId, tenantId);
      if (orgCode) {
        await sessions.moveToDepartment(caller.sessionId, orgCode);
        await db.kysely.updateTable("sys_user").set({ org_code: orgCode }).where("id", "=", caller.userId).execute();
      }
      await authentication.invalidate(caller.userId);
      const user = { ...caller, orgCode: orgCode || caller.orgCode };
      const place = chooseDepartment(user, await departmentsOf(db.kysely, caller.userId), tenantId);
      const userInfo = await loadUserInfo(db.kysely, caller.userId, place);
      return ok({ userInfo: { ...userInfo, loginTenantId: tenantId } });
    },
  });

  /** Whether the department is their own is asked of the table: a membership may have ended a moment ago. */
  async function checkDepartment(userId: string, orgCode: string, tenantId: number): Promise<void> {
    const own = await departmentsOf(db.kysely, userId);
    const isTheirs = own.some((depart) => depart.orgCode === orgCode && isInTenant(depart, tenantId));
    if (!isTheirs) throw new AppError("FORBIDDEN");
  }

  async function checkTenant(userId: string, named: string): Promise<number> {
    const user = await findUser(db.kysely, { id: userId });
    const tenant = user && (await tenantsOf(db.kysely, user)).find(({ id }) => String(id) === named);
    if (!tenant) throw new AppError("TENANT_REFUSED", { details: { tenantId: named } });
    return tenant.id;
  }

  api.route<{ Body: PasswordChange }>({
    method: ["PUT", "POST"],
    url: "/sys/user/updatePassword",
    config: { ...session, beforeReady: true, rateLimit: { max: 20, timeWindow: "1 minute" } },
    schema: { body: passwordChange },
    handler: async (request) => {
      const caller = callerOf(request);
      const { username, oldpassword, password, confirmpassword } = request.body;
      if (username && username !== caller.username) throw refused("只允许修改自己的密码！");
      // A stolen session must not guess the password: wrong old ones count like wrong sign-ins.
      const isKnown = await signInFailures.attempt(caller.username, request.ip, async () => {
        const secret = await db.kysely
          .selectFrom("sys_user_secret")
          .select("password_hash")
          .where("user_id", "=", caller.userId)
          .executeTakeFirst();
        return (await verifyPassword(secret && String(secret.password_hash), oldpassword)) || undefined;
      });
      if (!isKnown) throw refused("旧密码输入错误!");
      if (password === "") throw refused("新密码不允许为空!");
      if (password !== confirmpassword) throw refused("两次输入密码不一致!");
      if (password === oldpassword) throw refused("新密码不能与旧密码相同");
      checkNewPassword(password, caller.username, await settings.current());
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
