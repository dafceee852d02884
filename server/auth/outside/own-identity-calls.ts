import type { FastifyInstance } from "fastify";
import { businessTime } from "../../../runtime/format/business-time.ts";
import type { ServerContext } from "../../context.ts";
import { ok } from "../../http/envelope.ts";
import { AppError } from "../../http/errors.ts";
import { readId } from "../../models/engine-parts.ts";
import { callerOf } from "../access.ts";
import { writeSignInLog } from "../sign-in-log.ts";
import { bindIdentity, findIdentity } from "./identities.ts";
import type { OutsideDesk } from "./outside-desk.ts";

type Body = Readonly<Record<string, unknown>> | undefined;

const own = { config: { permission: "session" } };
const limited = { config: { permission: "session", rateLimit: { max: 30, timeWindow: "1 minute" } } };

/** 账号绑定 in the personal centre: which identities are a person's, one more, one less. */
export function ownIdentityCalls(api: FastifyInstance, context: ServerContext, desk: OutsideDesk): void {
  const { db, signInProviders, newId, config } = context;
  const time = (at: unknown) =>
    at === null || at === undefined ? null : businessTime(new Date(Number(at)), config.timeZone);

  api.get("/sys/thirdLogin/ownIdentities", own, async (request) => {
    const providers = await signInProviders.all();
    const bound = await db.kysely
      .selectFrom("sys_user_identity")
      .selectAll()
      .where("user_id", "=", callerOf(request).userId)
      .orderBy("created_at")
      .execute();
    const records = providers.flatMap(({ id: providerId, code, name }) => {
      const identities = bound.filter((row) => row.provider_id === providerId);
      const free = {
        id: `new-${code}`,
        code,
        provider: name,
        account: null,
        boundTime: null,
        lastTime: null,
        isBound: false,
      };
      if (identities.length === 0) return [free];
      return identities.map((row) => ({
        id: row.id,
        code,
        provider: name,
        account: row.label,
        boundTime: time(row.created_at),
        lastTime: time(row.used_at),
        isBound: true,
      }));
    });
    return ok({ records, total: records.length, size: records.length, current: 1, pages: 1 });
  });

  api.post<{ Body: Body }>("/sys/thirdLogin/link", limited, async (request, reply) => {
    const provider = await signInProviders.find(String(request.body?.source ?? ""));
    const url = await desk.begin(request, reply, provider, { mode: "link", userId: callerOf(request).userId });
    return ok({ url });
  });

  /** Proved twice: by the provider, and by the session that began and now ends it. */
  api.post<{ Body: Body }>("/sys/thirdLogin/confirmLink", limited, async (request) => {
    const { userId, username, realname } = callerOf(request);
    const outcome = await desk.redeem(request, request.body?.ticket);
    if (outcome.kind !== "link" || outcome.userId !== userId) throw new AppError("THIRD_STATE");
    const provider = (await signInProviders.all()).find(({ id }) => id === outcome.providerId);
    if (!provider) throw new AppError("THIRD_NOT_CONFIGURED");
    const isNew = await bindIdentity(db.kysely, provider, outcome.person, { id: newId(), userId });
    if (!isNew && (await findIdentity(db.kysely, provider, outcome.person)) !== userId) {
      throw new AppError("THIRD_TAKEN", { details: { provider: provider.name } });
    }
    if (isNew) await writeSignInLog(db.kysely, request, { username, realname, text: `绑定${provider.name}账号` });
    return ok(null, `已绑定${provider.name}账号`);
  });

  api.post<{ Body: Body }>("/sys/thirdLogin/unlink", limited, async (request) => {
    const { userId, username, realname } = callerOf(request);
    const row = await db.kysely
      .deleteFrom("sys_user_identity")
      .where("id", "=", readId(request.body?.id))
      .where("user_id", "=", userId)
      .returning("provider_id")
      .executeTakeFirst();
    if (!row) throw new AppError("ROW_NOT_FOUND");
    const provider = (await signInProviders.all()).find(({ id }) => id === row.provider_id);
    await writeSignInLog(db.kysely, request, { username, realname, text: `解除绑定${provider?.name ?? ""}账号` });
    return ok(null, "已解除绑定");
  });
}
