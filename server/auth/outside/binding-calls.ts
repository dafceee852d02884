import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerContext } from "../../context.ts";
import { ok } from "../../http/envelope.ts";
import { AppError } from "../../http/errors.ts";
import { refuse } from "../../http/refusal.ts";
import { readPhone } from "../phone.ts";
import { writeSignInLog } from "../sign-in-log.ts";
import { provePassword } from "../sign-in-service.ts";
import { wrongCode } from "../sms-codes.ts";
import { findUser, type User } from "../user-store.ts";
import { createAccount } from "./accounts.ts";
import { bindIdentity } from "./identities.ts";
import type { OutsideDesk, Unbound } from "./outside-desk.ts";
import { readBrowser, readPass, takePass } from "./passes.ts";
import type { Provider } from "./provider.ts";

type Body = Readonly<Record<string, unknown>> | undefined;

const limited = { permission: "public", rateLimit: { max: 60, timeWindow: "1 minute" } } as const;

/**
 * For somebody whom a provider knows and this console does not: they prove which account is theirs, or get one. Each
 * answers a ticket, which `getLoginUser` turns into the session.
 */
export function bindingCalls(api: FastifyInstance, context: ServerContext, desk: OutsideDesk): void {
  const { db, smsCodes, signInFailures, signInProviders, newId, config } = context;

  api.post<{ Body: Body }>("/sys/thirdLogin/bindingThirdPhone", { config: limited }, async (request) => {
    const { unbound, provider } = await waiting(request, request.body?.thirdUserUuid);
    const phone = readPhone(request.body?.mobile);
    const code = String(request.body?.captcha ?? "").slice(0, 20);
    const user = await signInFailures.attempt(`sms:${phone}`, request.ip, async () => {
      const proof = await smsCodes.check(phone, "login", code);
      const owner = proof?.userId === undefined ? undefined : await findUser(db.kysely, { id: proof.userId });
      return owner?.status === 1 && (await proof?.consume(db.kysely)) ? owner : undefined;
    });
    if (!user) throw wrongCode();
    return ok(await bind(request, provider, unbound, user), "绑定成功");
  });

  // Without a name the account is the one that is called as the provider says.
  const checkPassword = async (request: FastifyRequest<{ Body: Body }>) => {
    const { unbound, provider } = await waiting(request, request.body?.uuid ?? request.body?.thirdUserUuid);
    const { username, password } = request.body ?? {};
    const name = (typeof username === "string" ? username.trim() : "") || unbound.person.username;
    if (name === "" || typeof password !== "string" || password === "") throw refuse("请输入用户名和密码");
    // It shows no captcha: an account at the provider would otherwise be a way to guess for nothing.
    const { user } = await provePassword(context, request, name.slice(0, 100), password.slice(0, 200), true);
    return ok(await bind(request, provider, unbound, user), "绑定成功");
  };

  const create = async (request: FastifyRequest<{ Body: Body }>) => {
    const { unbound, provider } = await waiting(request, request.body?.uuid ?? request.body?.thirdUserUuid);
    if (provider.unknown !== "create") throw new AppError("THIRD_NO_ACCOUNT", { details: { provider: provider.name } });
    const name = typeof request.body?.username === "string" ? request.body.username.trim() : "";
    if (!/^\w{4,18}$/.test(name)) throw refuse("用户名由 4 到 18 位字母、数字、下划线组成");
    const user = await createAccount(context, provider, unbound.person, name);
    if (!user) throw refuse("用户名已注册");
    await spend(request);
    return ok(await desk.signedIn(request, unbound, user.id), "注册成功");
  };
  // The older client calls the shorter paths.
  for (const path of ["/sys/thirdLogin/user", "/sys/third/user"]) {
    api.post<{ Body: Body }>(`${path}/checkPassword`, { config: limited }, checkPassword);
    api.post<{ Body: Body }>(`${path}/create`, { config: limited }, create);
  }

  async function waiting(
    request: FastifyRequest,
    uuid: unknown,
  ): Promise<{ readonly unbound: Unbound; readonly provider: Provider }> {
    const unbound = await readPass<Unbound>(db.kysely, "unbound", uuid, readBrowser(request, config));
    const provider = unbound && (await signInProviders.all()).find(({ id }) => id === unbound.providerId);
    if (!provider) throw new AppError("THIRD_STATE");
    return { unbound, provider };
  }

  async function bind(
    request: FastifyRequest<{ Body: Body }>,
    provider: Provider,
    unbound: Unbound,
    user: User,
  ): Promise<string> {
    await spend(request);
    if (!(await bindIdentity(db.kysely, provider, unbound.person, { id: newId(), userId: user.id }))) {
      throw new AppError("THIRD_TAKEN", { details: { provider: provider.name } });
    }
    const { username, realname } = user;
    await writeSignInLog(db.kysely, request, { username, realname, text: `绑定${provider.name}账号` });
    return desk.signedIn(request, unbound, user.id);
  }

  async function spend(request: FastifyRequest<{ Body: Body }>): Promise<void> {
    const uuid = request.body?.thirdUserUuid ?? request.body?.uuid;
    if (!(await takePass(db.kysely, "unbound", uuid, readBrowser(request, config)))) throw new AppError("THIRD_STATE");
  }
}
