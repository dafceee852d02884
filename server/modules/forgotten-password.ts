import type { FastifyRequest } from "fastify";
import { checkNewPassword } from "../auth/passwords.ts";
import { isPhone, readPhone } from "../auth/phone.ts";
import { setPassword } from "../auth/secrets.ts";
import { endSessionsOf } from "../auth/session-events.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { wrongCode } from "../auth/sms-codes.ts";
import { findUser, type User } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";

const limited = { permission: "public", rateLimit: { max: 60, timeWindow: "1 minute" } } as const;

type Body = Readonly<Record<string, unknown>> | undefined;

/**
 * The forgotten password (contract 01 §1.6, threats §1a): account and captcha, then the code of the account's own
 * number and another captcha, then the new password. No answer tells whether an account or a number exists.
 */
export const routes: RouteModule = (api, context) => {
  const { db, config, captchas, smsCodes, sessions, authentication, signInFailures, settings } = context;

  async function checkCaptcha(wire: Body): Promise<void> {
    if (config.captcha) await captchas.check(textOf(wire?.checkKey), wire?.captcha);
  }

  // Repeats what was typed: the recorded client reads a name and a number from here, and neither may be given away.
  api.get("/sys/user/querySysUser", { config: limited }, async (request: FastifyRequest) => {
    const query = request.query as Body;
    await checkCaptcha(query);
    const typed = (textOf(query?.username) || textOf(query?.phone)).trim().slice(0, 100);
    if (typed === "") throw invalid("验证失败");
    return ok(isPhone(typed) ? { username: "", phone: typed } : { username: typed, phone: "" });
  });

  api.post<{ Body: Body }>("/sys/user/phoneVerification", { config: limited }, async (request) => {
    const phone = readPhone(request.body?.phone);
    await checkCaptcha(request.body);
    const proof = await smsCodes.check(phone, "reset", textOf(request.body?.smscode));
    const user = proof?.userId === undefined ? undefined : await findUser(db.kysely, { id: proof.userId });
    const isNamed = namesUser(textOf(request.body?.username).trim(), user, phone);
    if (!proof || user?.status !== 1 || !isNamed || !(await proof.consume(db.kysely))) throw wrongCode();
    return ok({ smscode: await smsCodes.createTicket(db.kysely, phone, user.id), username: user.username });
  });

  api.get("/sys/user/passwordChange", { config: limited }, async () => {
    throw invalid("密码不能写在地址里，请以 POST 提交");
  });

  api.post<{ Body: Body }>("/sys/user/passwordChange", { config: limited }, async (request) => {
    const [username, password, smscode] = [request.body?.username, request.body?.password, request.body?.smscode].map(
      textOf,
    );
    if (!username || !password || !smscode) throw invalid("重置密码失败！");
    const phone = readPhone(request.body?.phone);
    checkNewPassword(password, username, await settings.current());
    const proof = await smsCodes.check(phone, "reset-ticket", smscode);
    const user = proof?.userId === undefined ? undefined : await findUser(db.kysely, { id: proof.userId });
    if (!proof || user?.status !== 1 || user.username !== username) throw invalid("短信验证码失效！");
    await db.transaction(async (trx) => {
      if (!(await proof.consume(trx))) throw invalid("短信验证码失效！");
      await setPassword(trx, user.id, password, { mustChange: false });
      await endSessionsOf(trx, [user.id]);
    });
    // Once more after the commit: a sign-in with the old password may have been under way.
    await sessions.endAllOf(user.id);
    await authentication.invalidate(user.id);
    await signInFailures.forget(username, request.ip);
    const text = "以手机验证码重置密码";
    await writeSignInLog(db.kysely, request, { username, realname: user.realname, text });
    return ok(null, "密码重置完成！");
  });
};

/** Whether what was typed in the first step is the user whose number was proved. */
function namesUser(typed: string, user: User | undefined, phone: string): boolean {
  return typed === "" || typed === phone || typed.toLowerCase() === user?.username.toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
