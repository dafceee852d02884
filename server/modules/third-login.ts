import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bindingCalls } from "../auth/outside/binding-calls.ts";
import { readLogoutRequest, ticketDigest } from "../auth/outside/cas.ts";
import { seeOnce } from "../auth/outside/identities.ts";
import { type Outcome, OutsideDesk, type Return, type Wish } from "../auth/outside/outside-desk.ts";
import { ownIdentityCalls } from "../auth/outside/own-identity-calls.ts";
import { readPlace } from "../auth/outside/public-base.ts";
import { relayPage, relayScript } from "../auth/outside/relay-page.ts";
import { hashToken } from "../auth/sessions.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";

type Query = Readonly<Record<string, unknown>>;
interface BySource {
  readonly Params: { readonly source: string };
  readonly Querystring: Query;
}

const limited = (max: number) => ({ permission: "public", rateLimit: { max, timeWindow: "1 minute" } });
/** A form of a provider: a logout token, or a logout request. */
const maxFormBytes = 64 * 1024;

/** Signing in at other providers: OpenID Connect and CAS (contract 01 §1.2). */
export const routes: RouteModule = async (api, context) => {
  const { db, signInProviders, config } = context;
  const desk = new OutsideDesk(context);
  api.addHook("onClose", () => desk.close());

  api.get("/sys/thirdLogin/providers", { config: limited(300) }, async () =>
    ok((await signInProviders.all()).map(({ code, name, icon, protocol }) => ({ code, name, icon, protocol }))),
  );

  /** The address of a button: to the provider at once. Clients of the contract open it in a pop-up window. */
  api.get<BySource>("/sys/thirdLogin/render/:source", { config: limited(120) }, async (request, reply) => {
    const { query } = request;
    const wish: Wish = {
      mode: query.page === "1" ? "page" : "popup",
      place: readPlace(query.redirect),
      remember: query.remember !== "0",
    };
    try {
      const provider = await signInProviders.find(request.params.source);
      return reply.redirect(await desk.begin(request, reply, provider, wish));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const ticket = await desk.refuse(request, reply, error);
      return goBack(reply, request.params.source, { flow: undefined, ticket }, wish);
    }
  });

  api.get<BySource>("/sys/thirdLogin/:source/callback", { config: limited(300) }, async (request, reply) => {
    const back = await desk.comeBack(request, reply, request.params.source);
    if (back.flow?.mode === "popup") return sendRelay(reply, back.outcome, back.ticket, config.contextPath);
    return goBack(reply, request.params.source, back, back.flow);
  });

  api.get("/sys/thirdLogin/relay.js", { config: limited(300) }, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(relayScript),
  );

  /** Ends a flow: the session, once, for the browser that began it. */
  api.get<{ Params: { token: string; thirdType: string } }>(
    "/sys/thirdLogin/getLoginUser/:token/:thirdType",
    { config: { ...limited(300), changes: true, operation: false } },
    async (request, reply) => {
      const { token, thirdType } = request.params;
      const outcome = await desk.redeem(request, token);
      if (outcome.kind === "link" || outcome.kind === "refused") throw new AppError("THIRD_STATE");
      const provider = await signInProviders.find(thirdType);
      if (provider.id !== outcome.providerId) throw new AppError("THIRD_STATE");
      if (outcome.kind === "user") return ok(await desk.open(request, reply, outcome), "登录成功");
      const { uuid, username } = outcome;
      const result = {
        thirdUserUuid: uuid,
        provider: provider.name,
        username,
        canCreate: provider.unknown === "create",
      };
      throw new AppError("THIRD_UNBOUND", { details: { provider: provider.name }, result });
    },
  );

  api.get<{ Querystring: Query }>(
    "/sys/cas/client/validateLogin",
    { config: { ...limited(120), changes: true, operation: false } },
    async (request, reply) => {
      const { ticket, service } = request.query;
      const result = await desk.takeBareTicket(request, reply, String(ticket ?? ""), String(service ?? ""));
      return ok(result, "登录成功");
    },
  );

  // Clients of the 2.4 era ask for it on the pages of users and departments. Neither directory is offered.
  api.get("/sys/thirdApp/getEnabledType", { config: { permission: "session" } }, () =>
    ok({ wechatEnterprise: false, dingtalk: false }),
  );

  bindingCalls(api, context, desk);
  ownIdentityCalls(api, context, desk);
  await api.register(async (forms: FastifyInstance) => {
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxFormBytes },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    const field = (request: FastifyRequest, name: string) =>
      request.body instanceof URLSearchParams ? (request.body.get(name) ?? "") : "";

    /** OpenID Connect Back-Channel Logout: answers 200 or 400, as the specification has it. */
    forms.post<BySource>("/sys/thirdLogin/:source/backchannel", { config: limited(300) }, async (request) => {
      const provider = await signInProviders.find(request.params.source);
      const oidc = await desk.oidc();
      const ended = await oidc.readLogoutToken(provider, field(request, "logout_token")).catch((error: unknown) => {
        request.log.warn({ event: "back-channel logout", code: provider.code, err: error });
        throw new AppError("THIRD_LOGOUT_REFUSED", { cause: error });
      });
      if (!(await seeOnce(db.kysely, hashToken(ended.tokenId), ended.expiresAt)))
        throw new AppError("THIRD_LOGOUT_REFUSED");
      return ok({ ended: await desk.end(request, provider, ended) });
    });

    /** CAS single logout: the server posts it to the service that the ticket was for. */
    forms.post<BySource>("/sys/thirdLogin/:source/callback", { config: limited(300) }, async (request) => {
      const provider = await signInProviders.find(request.params.source);
      const ticket = readLogoutRequest(field(request, "logoutRequest"));
      if (provider.protocol !== "cas" || ticket === undefined) throw new AppError("THIRD_LOGOUT_REFUSED");
      return ok({ ended: await desk.end(request, provider, { subject: "", sid: ticketDigest(ticket) }) });
    });
  });
};

/** To the console: how it ended stands behind the `#`, which no server and no log of an address ever sees. */
function goBack(reply: FastifyReply, source: string, { ticket, flow }: Pick<Return, "ticket" | "flow">, wish?: Wish) {
  const result = new URLSearchParams({ third: ticket, source, ...(wish?.remember === false ? { remember: "0" } : {}) });
  const base = flow?.base ?? "";
  if (wish?.mode === "link") return reply.redirect(`${base}/account/center?part=identities#${result}`);
  const place = wish?.place ? `?${new URLSearchParams({ redirect: wish.place })}` : "";
  return reply.redirect(`${base}/user/login${place}#${result}`);
}

function sendRelay(reply: FastifyReply, outcome: Outcome, ticket: string, contextPath: string) {
  const said =
    outcome.kind === "user" ? ticket : outcome.kind === "unbound" ? `绑定手机号,${outcome.uuid}` : "登录失败";
  // The window that opened this one would be out of reach otherwise.
  reply.header("Cross-Origin-Opener-Policy", "unsafe-none");
  return reply.type("text/html; charset=utf-8").send(relayPage(said, contextPath));
}
