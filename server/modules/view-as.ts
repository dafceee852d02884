import { callerOf } from "../auth/access.ts";
import { setFileCookie } from "../auth/file-cookie.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { tenantFor } from "../auth/tenants.ts";
import { loadUserInfo } from "../auth/user-info.ts";
import { chooseDepartment, departmentsOf, findUser } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";

/**
 * Looking at the console as another user does: a session of an hour with their rights that reads only. It is an
 * administrator's own act, whatever codes somebody holds, and stands in the log.
 */
export const routes: RouteModule = (api, { db, engine, sessions, config, dictionaries }) => {
  api.post<{ Body: { userId?: unknown } | undefined }>(
    "/sys/user/viewAs",
    { config: { permission: "system:user:viewAs" } },
    async (request, reply) => {
      const caller = callerOf(request);
      if (!caller.isAdmin) throw new AppError("FORBIDDEN");
      const { userId } = request.body ?? {};
      const user = typeof userId === "string" ? await findUser(db.kysely, { id: userId }) : undefined;
      if (user) await engine.queryById("system/user", user.id, caller);
      if (user?.status !== 1) throw refuse("用户不存在或已冻结，不能以此身份查看");
      if (user.id === caller.userId) throw refuse("这就是您自己");
      const tenantId = tenantFor(user, caller);
      const orgCode = chooseDepartment(user, await departmentsOf(db.kysely, user.id), tenantId);
      const { token } = await sessions.create({
        userId: user.id,
        tenantId,
        orgCode,
        address: request.ip,
        userAgent: String(request.headers["user-agent"] ?? ""),
        viewerId: caller.userId,
      });
      const text = `以 ${user.realname || user.username}（${user.username}）的身份查看`;
      await writeSignInLog(db.kysely, request, {
        username: caller.username,
        realname: caller.realname,
        text,
        viewed: user.username,
      });
      setFileCookie(reply, config, token);
      return ok({
        token,
        userInfo: { ...(await loadUserInfo(db.kysely, user.id, orgCode)), loginTenantId: tenantId },
        viewer: caller.realname,
        sysAllDictItems: await dictionaries.allEnabled(),
      });
    },
  );
};
