import { callerOf } from "../auth/access.ts";
import { checkNewPassword } from "../auth/passwords.ts";
import { createResetLink, dropResetLink, findResetLink, linkMinutes, useUpResetLink } from "../auth/reset-links.ts";
import { setPassword } from "../auth/secrets.ts";
import { endSessionsOf } from "../auth/session-events.ts";
import { writeOperationLog, writeSignInLog } from "../auth/sign-in-log.ts";
import { findUser } from "../auth/user-store.ts";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/loopback.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { maskReceiver } from "../messages/mask-receiver.ts";
import type { SecretChannel } from "../messages/secret-messages.ts";
import { readId } from "../models/engine-parts.ts";

type Body = Readonly<Record<string, unknown>> | undefined;

const perMinute = (max: number) => ({ rateLimit: { max, timeWindow: "1 minute" } });
const open = { permission: "public", ...perMinute(60) } as const;

/**
 * A help desk that may not set a person's password sends them a link instead: it goes to their own stored address only,
 * and nobody else sees it. Where it lands they set the password themselves, once.
 */
export const routes: RouteModule = (api, context) => {
  const { db, engine, secretMessages, sessions, authentication, signInFailures, settings, config } = context;

  const send = { permission: "system:user:edit", ...perMinute(30), operation: "发送重置链接" };
  api.post<{ Body: Body }>("/sys/user/sendResetLink", { config: send }, async (request) => {
    const caller = callerOf(request);
    const row = await engine.queryById("system/user", readId(request.body?.userId), caller);
    if (Number(row.status) !== 1) throw refuse("用户已冻结，解冻后才能重置密码");
    const userId = String(row.id);
    const page = pageOf(config);
    const { channel, receiver } = await channelOf(context, userId);
    const token = await createResetLink(db.kysely, userId);
    const secret = `${page}#${token}`;
    try {
      const message = { kind: "reset-link", channel, receiver, minutes: linkMinutes } as const;
      await secretMessages.send({ ...message, secret, createBy: caller.username });
    } catch (error) {
      await dropResetLink(db.kysely, userId);
      throw error;
    }
    await writeOperationLog(db.kysely, request, caller, `向 ${row.username} 发送重置链接`, 3);
    return ok(null, `重置链接已发送到 ${maskReceiver(receiver)}，${linkMinutes} 分钟内有效`);
  });

  /** Whose password the page is about to set; the link itself stays good. */
  api.post<{ Body: Body }>("/sys/user/checkResetLink", { config: open }, async (request) => {
    const { username } = await userOf(readToken(request.body));
    return ok({ username });
  });

  api.post<{ Body: Body }>("/sys/user/resetByLink", { config: open }, async (request) => {
    const token = readToken(request.body);
    const user = await userOf(token);
    const { password, confirmPassword } = request.body ?? {};
    if (typeof password !== "string" || password === "") throw refuse("新密码不允许为空!");
    if (confirmPassword !== undefined && confirmPassword !== password) throw refuse("两次输入密码不一致!");
    checkNewPassword(password, user.username, await settings.current());
    await db.transaction(async (trx) => {
      if (!(await useUpResetLink(trx, token))) throw noLink();
      await setPassword(trx, user.id, password, { mustChange: false });
      await endSessionsOf(trx, [user.id]);
    });
    // Once more after the commit: a sign-in with the old password may have been under way.
    await sessions.endAllOf(user.id);
    await authentication.invalidate(user.id);
    await signInFailures.unlock(user.username);
    const { username, realname } = user;
    await writeSignInLog(db.kysely, request, { username, realname, text: "以重置链接重置密码" });
    return ok({ username }, "密码重置完成！");
  });

  async function userOf(token: string) {
    const userId = await findResetLink(db.kysely, token);
    const user = userId === undefined ? undefined : await findUser(db.kysely, { id: userId });
    if (user?.status !== 1) throw noLink();
    return user;
  }
};

const noLink = () => refuse("链接无效、已使用或已过期，请联系管理员重新发送");

function readToken(body: Body): string {
  const token = body?.token;
  if (typeof token !== "string" || token.length > 100) throw noLink();
  return token;
}

/**
 * Where links point. Never taken from the request: whoever presses the button could name a host of their own there.
 * The token stands behind the `#`, so no server and no log of an address ever sees it.
 */
function pageOf({ publicUrl, host, port }: Config): string {
  const isLocal = publicUrl === undefined && isLoopback(host);
  if (publicUrl === undefined && !isLocal)
    throw refuse("没有设置对外地址 PUBLIC_URL，不能生成重置链接，请联系运维人员");
  const base = publicUrl ?? `http://${host}:${port}`;
  return `${base.replace(/\/+$/, "")}/user/reset-link`;
}

/** The person's own address with a transport: mail before a short message. */
async function channelOf({ db, secretMessages }: ServerContext, userId: string) {
  const row = await db.kysely
    .selectFrom("sys_user")
    .select(["email", "phone"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const stored: readonly (readonly [SecretChannel, string])[] = [
    ["mail", String(row.email ?? "")],
    ["sms", String(row.phone ?? "")],
  ];
  const own = stored.filter(([, receiver]) => receiver !== "");
  if (own.length === 0) throw refuse("该用户没有登记邮箱或手机号，无法发送重置链接");
  const problems: unknown[] = [];
  for (const [channel, receiver] of own) {
    try {
      secretMessages.requireChannel(channel);
      return { channel, receiver };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push(error);
    }
  }
  throw problems[0];
}
