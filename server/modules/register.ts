import { sql } from "kysely";
import { checkNewPassword, type PasswordPolicy } from "../auth/passwords.ts";
import { readPhone } from "../auth/phone.ts";
import { checkFree, type Registration, registerUser } from "../auth/register-user.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { wrongCode } from "../auth/sms-codes.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { logNewLinks } from "./grants/link-log.ts";

const text = (maxLength: number) => ({ type: ["string", "null"], maxLength });
const body = {
  type: "object",
  required: ["phone", "smscode"],
  properties: {
    username: text(50),
    password: text(200),
    email: text(100),
    phone: { type: "string", maxLength: 20 },
    smscode: { type: "string", maxLength: 20 },
  },
} as const;

interface RegisterBody {
  readonly username?: string | null;
  readonly password?: string | null;
  readonly email?: string | null;
  readonly phone: string;
  readonly smscode: string;
}

/** Making an account for oneself (contract 01 §1.6). */
export const routes: RouteModule = (api, context) => {
  const { db, smsCodes, newId, clock } = context;

  api.post<{ Body: RegisterBody }>(
    "/sys/user/register",
    { config: { permission: "public", rateLimit: { max: 60, timeWindow: "1 minute" } }, schema: { body } },
    async (request) => {
      await refuseClosedRegistration(context);
      const person = readRegistration(request.body, await context.settings.current());
      // The code first: only who holds the number learns whether a name is taken, and each question is one of its tries.
      const proof = await smsCodes.check(person.phone, "register", request.body.smscode);
      if (!proof) throw wrongCode();
      await db.transaction(async (trx) => {
        await checkFree(trx, person);
        if (!(await proof.consume(trx))) throw wrongCode();
        await registerUser(trx, person, { newId, clock });
        await logNewLinks(trx, context.engine.models, "sys_user_role", sql`create_by = ${person.username}`);
      });
      const { username } = person;
      await writeSignInLog(db.kysely, request, { username, realname: username, text: "注册账号" });
      return ok({ username }, "注册成功");
    },
  );
};

/** @throws AppError INVALID where people are taken in by administrators only */
export async function refuseClosedRegistration({
  config,
  settings,
}: Pick<ServerContext, "config" | "settings">): Promise<void> {
  if (!config.registration || !(await settings.current()).registration)
    throw invalid("系统没有开放自助注册，请联系管理员开通账号");
}

/** @throws AppError INVALID naming the first wrong field */
function readRegistration(wire: RegisterBody, policy: PasswordPolicy): Registration {
  const phone = readPhone(wire.phone);
  const username = wire.username?.trim() || phone;
  const email = wire.email?.trim() || undefined;
  if (!/^\w+$/.test(username)) throw invalid("只允许字母、数字、下划线");
  if (username.length < 4 || username.length > 18) throw invalid("长度4到18个字符");
  if (email !== undefined && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) throw invalid("邮箱格式不正确");
  const password = wire.password || undefined;
  if (password !== undefined) checkNewPassword(password, username, policy);
  return { username, phone, email, password };
}

function invalid(reason: string): AppError {
  return new AppError("INVALID", { details: { reason } });
}
