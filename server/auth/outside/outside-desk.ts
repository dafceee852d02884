import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServerContext } from "../../context.ts";
import { AppError, type ErrorName } from "../../http/errors.ts";
import { Outgoing } from "../../http/net/outgoing.ts";
import { setFileCookie } from "../file-cookie.ts";
import { endSessions } from "../session-events.ts";
import { writeSignInLog } from "../sign-in-log.ts";
import { openSession, type SignInResult } from "../sign-in-service.ts";
import { findUser } from "../user-store.ts";
import { findAccount } from "./accounts.ts";
import { casLoginUrl, validateTicket } from "./cas.ts";
import { outsideFailure, refusedBy } from "./failure.ts";
import { sessionsOutside } from "./identities.ts";
import type { Oidc, OidcFlow } from "./oidc.ts";
import { createPass, markBrowser, readBrowser, takePass, wrongState } from "./passes.ts";
import type { Person, Provider } from "./provider.ts";
import { publicBase } from "./public-base.ts";

/** Who asked: the sign-in page, a client of the contract with a pop-up window, a person in the personal centre. */
export type FlowMode = "page" | "popup" | "link";

export interface Wish {
  readonly mode: FlowMode;
  /** Of the person who binds an identity to themselves. */
  readonly userId?: string;
  /** Where to go afterwards, and whether the session lasts. */
  readonly place?: string;
  readonly remember?: boolean;
}

interface Flow extends Wish {
  readonly providerId: string;
  readonly base: string;
  readonly oidc?: OidcFlow;
  /** Address that a CAS ticket is for. */
  readonly service?: string;
}

/** An identity that waits for its account. */
export interface Unbound {
  readonly providerId: string;
  readonly person: Person;
}

/** How a flow ended; fetched by the browser that began it, once. */
export type Outcome =
  | {
      readonly kind: "user";
      readonly providerId: string;
      readonly userId: string;
      readonly subject: string;
      readonly sid: string;
    }
  | { readonly kind: "unbound"; readonly providerId: string; readonly uuid: string; readonly username: string }
  | { readonly kind: "link"; readonly providerId: string; readonly userId: string; readonly person: Person }
  | { readonly kind: "refused"; readonly name: ErrorName; readonly details: AppError["details"] };

/** What the browser is told when it comes back. */
export interface Return {
  readonly flow: Flow | undefined;
  readonly outcome: Outcome;
  readonly ticket: string;
}

/** Signing in at providers: from the press of a button to a session, and its end. */
export class OutsideDesk {
  readonly #context: ServerContext;
  readonly #out: Outgoing;
  #oidc: Promise<Oidc> | undefined;

  constructor(context: ServerContext) {
    this.#context = context;
    this.#out = new Outgoing({ hosts: context.config.outsideSignIn.hosts, setting: "SIGN_IN_HOSTS" });
    context.signInProviders.onChange(() => void this.#oidc?.then((oidc) => oidc.clear()));
  }

  /** Loaded for the first provider of this kind: its libraries would slow every start. */
  oidc(): Promise<Oidc> {
    this.#oidc ??= import("./oidc.ts").then(({ Oidc }) => new Oidc(this.#out));
    return this.#oidc;
  }

  close(): Promise<void> {
    return this.#out.close();
  }

  /** Begins a flow for this browser. @returns the provider's address to go to */
  async begin(request: FastifyRequest, reply: FastifyReply, provider: Provider, wish: Wish): Promise<string> {
    const { db, config } = this.#context;
    const base = publicBase(config, request);
    const callback = `${base}${config.contextPath}/sys/thirdLogin/${provider.code}/callback`;
    const browser = markBrowser(request, reply, config);
    if (provider.protocol === "cas") {
      const data: Flow = { ...wish, providerId: provider.id, base, service: callback };
      const state = await createPass(db.kysely, "flow", browser, data);
      return casLoginUrl(provider, serviceOf(callback, state));
    }
    const { url, flow } = await this.#ask(request, provider, async () => (await this.oidc()).begin(provider, callback));
    const data: Flow = { ...wish, providerId: provider.id, base, oidc: flow };
    url.searchParams.set("state", await createPass(db.kysely, "flow", browser, data));
    return url.href;
  }

  /** A flow that could not begin ends like one that was refused. */
  async refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): Promise<string> {
    const browser = markBrowser(request, reply, this.#context.config);
    return this.#ticket(browser, refusal(error));
  }

  /** The browser is back from a provider. */
  async comeBack(request: FastifyRequest, reply: FastifyReply, code: string): Promise<Return> {
    const { db, config } = this.#context;
    const known = readBrowser(request, config);
    const query = request.query as Readonly<Record<string, unknown>>;
    const flow = await takePass<Flow>(db.kysely, "flow", query.state, known);
    const browser = markBrowser(request, reply, config);
    const outcome = await this.#settle(request, code, flow).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      await this.#logRefusal(request, code, error);
      return refusal(error);
    });
    const settled =
      outcome.kind === "user" || outcome.kind === "link" || outcome.kind === "refused" ? outcome : undefined;
    if (settled) return { flow, outcome: settled, ticket: await this.#ticket(browser, settled) };
    const waiting = outcome as Extract<Settled, { kind: "waiting" }>;
    const uuid = await createPass(db.kysely, "unbound", browser, waiting.unbound);
    const { providerId, person } = waiting.unbound;
    const unbound: Outcome = { kind: "unbound", providerId, uuid, username: person.username };
    return { flow, outcome: unbound, ticket: await this.#ticket(browser, unbound) };
  }

  async #settle(request: FastifyRequest, code: string, flow: Flow | undefined): Promise<Settled> {
    if (!flow) throw wrongState();
    const provider = await this.#context.signInProviders.find(code);
    // Each provider has an address of its own, so an answer of one cannot be taken for another's.
    if (provider.id !== flow.providerId) throw wrongState();
    const person = await this.#ask(request, provider, () => this.#identify(request, provider, flow));
    if (flow.mode === "link") return { kind: "link", providerId: provider.id, userId: flow.userId ?? "", person };
    const user = await findAccount(this.#context, provider, person);
    if (!user) return { kind: "waiting", unbound: { providerId: provider.id, person } };
    const { subject, sid } = person;
    return { kind: "user", providerId: provider.id, userId: user.id, subject, sid };
  }

  async #identify(request: FastifyRequest, provider: Provider, flow: Flow): Promise<Person> {
    const query = request.query as Readonly<Record<string, unknown>>;
    const state = String(query.state);
    if (flow.service !== undefined) {
      if (typeof query.ticket !== "string") throw refusedBy(provider.name, "access_denied");
      return validateTicket(this.#out, provider, query.ticket, serviceOf(flow.service, state));
    }
    if (!flow.oidc) throw wrongState();
    return (await this.oidc()).finish(provider, flow.oidc, new URL(request.url, "http://localhost").search, state);
  }

  /** A client of the 2.4 era brings a ticket and the address that it was for; there is no state to check. */
  async takeBareTicket(
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: string,
    service: string,
  ): Promise<SignInResult> {
    const { signInProviders, config } = this.#context;
    const all = (await signInProviders.all()).filter(({ protocol }) => protocol === "cas");
    const provider = all.find(({ takesBareTickets }) => takesBareTickets);
    if (!provider) throw new AppError(all.length > 0 ? "THIRD_STATE" : "THIRD_NOT_CONFIGURED");
    const isOurs = URL.canParse(service) && new URL(service).origin === new URL(publicBase(config, request)).origin;
    const details = { provider: provider.name };
    if (!isOurs) throw new AppError("THIRD_CONFIG", { details: { ...details, reason: "服务地址不是本系统的地址" } });
    try {
      const person = await this.#ask(request, provider, () => validateTicket(this.#out, provider, ticket, service));
      const user = await findAccount(this.#context, provider, person);
      if (!user) throw new AppError("THIRD_NO_ACCOUNT", { details });
      const { subject, sid } = person;
      return await this.open(request, reply, { kind: "user", providerId: provider.id, userId: user.id, subject, sid });
    } catch (error) {
      // One that owes a code is on their way.
      if (error instanceof AppError && error.errorName !== "SECOND_FACTOR")
        await this.#logRefusal(request, provider.code, error);
      throw error;
    }
  }

  /** Tries a provider. @throws AppError with the reason that it does not work */
  async probe(request: FastifyRequest, provider: Provider): Promise<void> {
    await this.#ask(request, provider, async () => {
      if (provider.protocol === "oidc") return (await this.oidc()).probe(provider);
      const service = `${publicBase(this.#context.config, request)}/`;
      // Nobody has this ticket: a CAS server that works says exactly that.
      const refused = await validateTicket(this.#out, provider, "ST-0-connection-test", service).catch(
        (error: unknown) => error,
      );
      if (!(refused instanceof AppError) || refused.errorName !== "THIRD_TICKET") throw refused;
    });
  }

  /** Fetches how a flow ended. @throws AppError THIRD_STATE for a ticket that is not this browser's */
  async redeem(request: FastifyRequest, token: unknown): Promise<Outcome> {
    const { db, config } = this.#context;
    const outcome = await takePass<Outcome>(db.kysely, "ticket", token, readBrowser(request, config));
    if (!outcome) throw wrongState();
    if (outcome.kind === "refused") throw new AppError(outcome.name, { details: outcome.details });
    return outcome;
  }

  /** A ticket for a user who has proved an identity by now. */
  signedIn(request: FastifyRequest, { providerId, person }: Unbound, userId: string): Promise<string> {
    const browser = readBrowser(request, this.#context.config);
    if (browser === undefined) throw wrongState();
    const { subject, sid } = person;
    return this.#ticket(browser, { kind: "user", providerId, userId, subject, sid });
  }

  /** Opens the session, by the same function as a password does. */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Extract<Outcome, { kind: "user" }>,
  ): Promise<SignInResult> {
    const { db, config, signInProviders } = this.#context;
    const provider = (await signInProviders.all()).find(({ id }) => id === outcome.providerId);
    if (!provider) throw new AppError("THIRD_NOT_CONFIGURED");
    const user = await findUser(db.kysely, { id: outcome.userId });
    if (user?.status !== 1) throw new AppError("THIRD_USER_CLOSED", { details: { provider: provider.name } });
    const secret = await db.kysely
      .selectFrom("sys_user_secret")
      .select("must_change")
      .where("user_id", "=", user.id)
      .executeTakeFirst();
    const result = await openSession(this.#context, request, user, {
      mustChangePassword: secret?.must_change === true,
      text: `通过${provider.name}登录成功`,
      outside: { providerId: provider.id, subject: outcome.subject, sid: outcome.sid },
    });
    setFileCookie(reply, config, result.token);
    return result;
  }

  /** A provider has ended a session. @returns how many ended here */
  async end(
    request: FastifyRequest,
    provider: Provider,
    ended: { readonly subject: string; readonly sid: string },
  ): Promise<number> {
    const { db, authentication } = this.#context;
    const found = await sessionsOutside(db.kysely, provider.id, ended);
    await endSessions(
      db.kysely,
      found.map(({ sessionId }) => sessionId),
    );
    for (const userId of new Set(found.map((one) => one.userId))) {
      await authentication.invalidate(userId);
      const user = await findUser(db.kysely, { id: userId });
      if (!user) continue;
      const { username, realname } = user;
      await writeSignInLog(db.kysely, request, { username, realname, text: `${provider.name}结束了登录` });
    }
    return found.length;
  }

  #ticket(browser: string, outcome: Outcome): Promise<string> {
    return createPass(this.#context.db.kysely, "ticket", browser, outcome);
  }

  /** Calls a provider; what goes wrong with it becomes one of our errors, and its cause a line of the log. */
  async #ask<Result>(request: FastifyRequest, provider: Provider, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const failure = outsideFailure(provider, error);
      request.log.warn({
        event: "outside sign-in",
        code: provider.code,
        failure: failure.errorName,
        err: failure.cause,
      });
      throw failure;
    }
  }

  async #logRefusal(request: FastifyRequest, code: string, error: AppError): Promise<void> {
    const refused = `${error.errorName} (${code.slice(0, 40)})`;
    await writeSignInLog(this.#context.db.kysely, request, { username: "", realname: "", refused });
  }
}

type Settled = Exclude<Outcome, { kind: "unbound" }> | { readonly kind: "waiting"; readonly unbound: Unbound };

const refusal = ({ errorName: name, details }: AppError): Outcome & { kind: "refused" } => ({
  kind: "refused",
  name,
  details,
});

/** The state stands in the service, so that a ticket can be used by the browser only that asked for it. */
const serviceOf = (callback: string, state: string): string => `${callback}?state=${state}`;
