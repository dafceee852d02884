import type { FastifyRequest } from "fastify";
import { businessTime } from "../../runtime/format/business-time.ts";
import { callerOf } from "../auth/access.ts";
import { setFileCookie } from "../auth/file-cookie.ts";
import { browsersOf, forgetBrowsers, rememberBrowser } from "../auth/known-browsers.ts";
import { verifyPassword } from "../auth/passwords.ts";
import { isSecondFactorNeeded } from "../auth/second-factor.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { openWithCode } from "../auth/sign-in-service.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import { deviceText } from "./online.ts";

type Body = Readonly<Record<string, unknown>> | null | undefined;

const own = { config: { permission: "session", beforeReady: true } };
const limited = { config: { ...own.config, rateLimit: { max: 30, timeWindow: "1 minute" } } };

/** Two-step verification: setting it up in the personal centre, and the code at sign-in. */
export const routes: RouteModule = (api, context) => {
  const { db, config, secondFactors, signInFailures, settings } = context;
  const log = (request: FastifyRequest, text: string) => {
    const { username, realname } = callerOf(request);
    return writeSignInLog(db.kysely, request, { username, realname, text });
  };

  const noteProof = async (userId: string, sessionId: string) => {
    await context.sessions.noteProof(sessionId);
    await context.authentication.invalidate(userId);
  };

  api.post<{ Body: Body }>(
    "/sys/secondFactor/signIn",
    { config: { permission: "public", rateLimit: { max: 120, timeWindow: "1 minute" } } },
    async (request, reply) => {
      const result = await openWithCode(context, request, request.body?.secondFactor, readCode(request.body));
      setFileCookie(reply, config, result.token);
      if (request.body?.remember === true) {
        await rememberBrowser(db.kysely, { request, reply, config }, String(result.userInfo.id));
      }
      return ok(result, "登录成功");
    },
  );

  api.get("/sys/secondFactor/state", own, async (request) => {
    const { isOn, since, recoveryCodesLeft } = await secondFactors.stateOf(callerOf(request).userId);
    const sinceText = since === undefined ? null : businessTime(new Date(since), config.timeZone);
    const isRequired = await isSecondFactorNeeded(db.kysely, callerOf(request).userId);
    return ok({ isOn, since: sinceText, recoveryCodesLeft, isRequired });
  });

  /** The code again, before what asks for a fresh one; it counts for this session and ten minutes. */
  api.post<{ Body: Body }>("/sys/secondFactor/prove", limited, async (request) => {
    const { userId, sessionId } = callerOf(request);
    await secondFactors.prove(userId, readCode(request.body));
    await noteProof(userId, sessionId);
    return ok(null);
  });

  api.get("/sys/secondFactor/browsers", own, async (request) => {
    const found = await browsersOf(db.kysely, callerOf(request).userId);
    const time = (at: number) => businessTime(new Date(at), config.timeZone);
    const records = found.map(({ id, address, userAgent, usedAt, expiresAt }) => ({
      ...{ id, ip: address, device: deviceText(userAgent) },
      ...{ usedTime: time(usedAt), endTime: time(expiresAt) },
    }));
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  api.post<{ Body: Body }>("/sys/secondFactor/forgetBrowser", limited, async (request) => {
    const gone = await forgetBrowsers(db.kysely, [callerOf(request).userId], readId(request.body?.id));
    if (gone === 0) throw new AppError("ROW_NOT_FOUND");
    await log(request, "移除免动态码的浏览器");
    return ok(null, "已移除，下次登录要输入动态码");
  });

  // With the password: who finds an open session must not lock its owner out.
  api.post<{ Body: Body }>("/sys/secondFactor/begin", limited, async (request) => {
    const { userId, username } = callerOf(request);
    const password = request.body?.password;
    if (typeof password !== "string" || password === "") throw refuse("请输入登录密码");
    const isKnown = await signInFailures.attempt(username, request.ip, async () => {
      const secret = await db.kysely
        .selectFrom("sys_user_secret")
        .select("password_hash")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return (await verifyPassword(secret && String(secret.password_hash), password.slice(0, 200))) || undefined;
    });
    if (!isKnown) throw refuse("登录密码不正确");
    const { productName } = await settings.current();
    return ok(await secondFactors.begin(userId, productName || "Schema Console", username));
  });

  api.post<{ Body: Body }>("/sys/secondFactor/confirm", limited, async (request) => {
    const { userId, sessionId } = callerOf(request);
    const recoveryCodes = await secondFactors.confirm(userId, readCode(request.body));
    await noteProof(userId, sessionId);
    await log(request, "开启两步验证");
    return ok({ recoveryCodes }, "两步验证已开启");
  });

  api.post<{ Body: Body }>("/sys/secondFactor/renewCodes", limited, async (request) => {
    const { userId } = callerOf(request);
    await secondFactors.prove(userId, readCode(request.body));
    const recoveryCodes = await secondFactors.renewCodes(userId);
    await log(request, "重新生成恢复码");
    return ok({ recoveryCodes });
  });

  api.post<{ Body: Body }>("/sys/secondFactor/off", limited, async (request) => {
    const { userId } = callerOf(request);
    if (await isSecondFactorNeeded(db.kysely, userId)) throw refuse("您的角色要求两步验证，不能关闭");
    await secondFactors.prove(userId, readCode(request.body));
    await secondFactors.remove(userId);
    await context.authentication.invalidate(userId);
    await log(request, "关闭两步验证");
    return ok(null, "两步验证已关闭");
  });
};

function readCode(body: Body): string {
  const code = body?.code;
  if (typeof code !== "string" || code.trim() === "" || code.length > 40) throw refuse("请输入动态码或恢复码");
  return code;
}
