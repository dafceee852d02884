import type { FastifyReply, FastifyRequest } from "fastify";
import { signedInOf } from "../auth/access.ts";
import { setFileCookie } from "../auth/file-cookie.ts";
import { PasswordCipher } from "../auth/password-cipher.ts";
import { openSecretBox } from "../auth/secret-box.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { signIn, signInBare } from "../auth/sign-in-service.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { ok } from "../http/envelope.ts";

const credentials = {
  type: "object",
  required: ["username"],
  oneOf: [{ required: ["password"] }, { required: ["encryptedPassword"] }],
  properties: {
    username: { type: "string", minLength: 1, maxLength: 100 },
    password: { type: "string", minLength: 1, maxLength: 200 },
    // 200 characters of four bytes, padded, as base64.
    encryptedPassword: { type: "string", minLength: 24, maxLength: 1_080, pattern: "^[A-Za-z0-9+/]+={0,2}$" },
    captcha: { type: ["string", "null"], maxLength: 20 },
    checkKey: { type: ["string", "number", "null"], maxLength: 100 },
  },
} as const;

interface Credentials {
  readonly username: string;
  readonly password?: string;
  /** The password under `getEncryptedString`, in place of the plain one. */
  readonly encryptedPassword?: string;
  readonly captcha?: string | null;
  readonly checkKey?: string | number | null;
}

/** Against floods only: a whole office that begins its day stands behind one address. */
const publicRoute = (max: number) => ({
  permission: "public",
  rateLimit: { max, timeWindow: "1 minute" },
});

/** Captcha, sign-in, sign-out (contract 01 §1.2). */
export const routes: RouteModule = (api, context) => {
  const { captchas, config } = context;
  const cipher = new PasswordCipher(openSecretBox(config.secretKey, config.dataDir).derive("password on its way"));

  api.get("/sys/getEncryptedString", { config: publicRoute(300) }, () => ok(cipher.encryptedString));

  api.get<{ Params: { key: string } }>("/sys/randomImage/:key", { config: publicRoute(300) }, async (request) =>
    ok(config.captcha ? await captchas.create(request.params.key) : null),
  );

  api.post<{ Body: { captcha?: unknown; checkKey?: unknown } | undefined }>(
    "/sys/checkCaptcha",
    { config: publicRoute(300) },
    async (request) => {
      if (config.captcha) await captchas.check(keyText(request.body?.checkKey), request.body?.captcha);
      return ok(null);
    },
  );

  api.post<{ Body: Credentials }>(
    "/sys/login",
    { config: publicRoute(300), schema: { body: credentials } },
    async (request, reply) => {
      const { username, encryptedPassword, captcha, checkKey } = request.body;
      // Before the captcha is used up: the console locks it again and repeats the call.
      const password = encryptedPassword === undefined ? request.body.password : cipher.open(encryptedPassword);
      if (config.captcha) await captchas.check(keyText(checkKey), captcha);
      const result = await signIn(context, request, username.trim(), password ?? "");
      setFileCookie(reply, config, result.token);
      return ok(result, "登录成功");
    },
  );

  // For clients that show no captcha (contract 01 §1.2): one count of wrong passwords with the call above.
  api.post<{ Body: Credentials }>(
    "/sys/mLogin",
    { config: publicRoute(60), schema: { body: credentials } },
    async (request, reply) => {
      const { username, encryptedPassword } = request.body;
      const password = encryptedPassword === undefined ? request.body.password : cipher.open(encryptedPassword);
      const { token, userInfo } = await signInBare(context, request, username.trim(), password ?? "");
      setFileCookie(reply, config, token);
      return ok({ token, userInfo }, "登录成功");
    },
  );

  const signOutRoute = {
    config: { permission: "session", beforeReady: true, changes: true, viewOnly: "allowed" },
  } as const;
  api.post("/sys/logout", signOutRoute, (request, reply) => signOut(context, request, reply));
  api.get("/sys/logout", signOutRoute, (request, reply) => signOut(context, request, reply));
};

/** Recorded clients send the key as the number of milliseconds it was made from. */
function keyText(key: unknown): unknown {
  return typeof key === "number" ? String(key) : key;
}

async function signOut(context: ServerContext, request: FastifyRequest, reply: FastifyReply) {
  const { caller } = signedInOf(request);
  await context.sessions.end(caller.sessionId);
  await context.authentication.invalidate(caller.userId);
  await writeSignInLog(context.db.kysely, request, {
    username: caller.username,
    realname: caller.realname,
    text: "退出登录",
  });
  setFileCookie(reply, context.config, undefined);
  return ok(null, "退出登录成功！");
}
