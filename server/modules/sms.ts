import { setFileCookie } from "../auth/file-cookie.ts";
import { readPhone } from "../auth/phone.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { openSession } from "../auth/sign-in-service.ts";
import { codeMinutes, type SmsPurpose, wrongCode } from "../auth/sms-codes.ts";
import { countSms } from "../auth/sms-limits.ts";
import { findUser } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import type { SecretKind } from "../messages/secret-texts.ts";
import { refuseClosedRegistration } from "./register.ts";

interface SmsKind {
  readonly purpose: SmsPurpose & SecretKind;
  /** Whether the number must belong to somebody, or to nobody. */
  readonly needsUser: boolean;
  readonly withheld: string;
}

/** By `smsmode` of the contract. */
const kinds: Readonly<Record<string, SmsKind>> = {
  "0": { purpose: "login", needsUser: true, withheld: "没有使用此手机号的有效账号，未发送" },
  "1": { purpose: "register", needsUser: false, withheld: "手机号已经注册，未发送" },
  "2": { purpose: "reset", needsUser: true, withheld: "没有使用此手机号的有效账号，未发送" },
};

const limited = (max: number) => ({ permission: "public", rateLimit: { max, timeWindow: "1 minute" } });

/** Codes by short message and signing in with one (contract 01 §1.2). */
export const routes: RouteModule = (api, context) => {
  const { db, smsCodes, secretMessages, signInFailures } = context;

  // One answer and the same work for a number that somebody has and one that nobody has.
  api.post<{ Body: { mobile?: unknown; smsmode?: unknown } | undefined }>(
    "/sys/sms",
    { config: limited(300) },
    async (request) => {
      const phone = readPhone(request.body?.mobile);
      const kind = kinds[String(request.body?.smsmode)];
      if (!kind) throw new AppError("BAD_REQUEST");
      if (kind.purpose === "register") await refuseClosedRegistration(context);
      secretMessages.requireChannel("sms");
      await countSms(db, phone, request.ip, Date.now());
      const user = await findUser(db.kysely, { phone });
      const isRight = kind.needsUser ? user?.status === 1 : user === undefined;
      const code = await smsCodes.create(db.kysely, phone, kind.purpose, isRight ? user?.id : undefined);
      const message = { kind: kind.purpose, channel: "sms", receiver: phone, createBy: "system" } as const;
      if (isRight) await secretMessages.post({ ...message, secret: code, minutes: codeMinutes });
      else await secretMessages.withhold(message, kind.withheld);
      return ok(null, "验证码已提交发送，请留意短信");
    },
  );

  api.post<{ Body: { mobile?: unknown; captcha?: unknown } | undefined }>(
    "/sys/phoneLogin",
    { config: limited(300) },
    async (request, reply) => {
      const phone = readPhone(request.body?.mobile);
      const code = String(request.body?.captcha ?? "").slice(0, 20);
      const user = await signInFailures.attempt(`sms:${phone}`, request.ip, async () => {
        const proof = await smsCodes.check(phone, "login", code);
        const owner = proof?.userId === undefined ? undefined : await findUser(db.kysely, { id: proof.userId });
        return owner?.status === 1 && (await proof?.consume(db.kysely)) ? owner : undefined;
      });
      if (!user) {
        await writeSignInLog(db.kysely, request, { username: phone, realname: "", refused: "wrong phone code" });
        throw wrongCode();
      }
      // Whoever proves the number did not need the made-up password; it has to be replaced all the same.
      const secret = await db.kysely
        .selectFrom("sys_user_secret")
        .select("must_change")
        .where("user_id", "=", user.id)
        .executeTakeFirst();
      const result = await openSession(context, request, user, { mustChangePassword: secret?.must_change === true });
      setFileCookie(reply, context.config, result.token);
      return ok(result, "登录成功");
    },
  );
};
