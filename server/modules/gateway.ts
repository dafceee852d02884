import type { FastifyReply, FastifyRequest } from "fastify";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule, ServerContext } from "../context.ts";
import { AppError } from "../http/errors.ts";
import type { GatewayRoute } from "../http/gateway/compile-route.ts";
import type { Outgoing, RateRule } from "../http/gateway/filters.ts";
import { headersToCaller, headersToTarget } from "../http/gateway/forward-headers.ts";
import type { GatewayCall } from "../http/gateway/predicates.ts";
import { takeToken } from "../http/gateway/rate-limit.ts";
import { gatewayLimits, isTimeout, limitBytes, Upstream } from "../http/gateway/upstream.ts";

/**
 * `/gateway/**`: calls that are forwarded by the gateway routes (contract 03 §3.8). Under a prefix of its own, so that
 * no route can take the place of a call of the product.
 */
export const routes: RouteModule = async (api, context) => {
  const upstream = new Upstream(context.config.gatewayHosts, gatewayLimits);
  api.addHook("onClose", () => upstream.close());
  await api.register(async (scope) => {
    // Bodies go through as they come; nothing of them is read here.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    const prefix = `${scope.prefix}/gateway`;
    scope.route({
      method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      url: "/gateway/*",
      // The route that forwards the call says who may; without it nobody but administrators.
      config: { permission: "session" },
      // Answers go on as they came; what begins like a compressed one would be told to be one.
      compress: false,
      handler: (request, reply) => forward(context, upstream, { request, reply, prefix }),
    });
  });
};

interface Forwarded {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly prefix: string;
}

async function forward({ gateway, db }: ServerContext, upstream: Upstream, { request, reply, prefix }: Forwarded) {
  const caller = callerOf(request);
  const [path = "", query = ""] = request.url.slice(prefix.length).split("?", 2);
  const route = await gateway.find(readCall(request, path, query));
  if (!route) throw new AppError("PATH_NOT_FOUND");
  if (!mayCall(caller, route)) throw new AppError("FORBIDDEN");
  for (const { rate } of route.filters) {
    if (rate && !(await takeToken(db.kysely, bucketKey(route, rate, request), rate))) throw new AppError("TOO_MANY");
  }
  const outgoing: Outgoing = { path, query: new URLSearchParams(query), headers: headersToTarget(request) };
  for (const filter of route.filters) filter.request?.(outgoing);
  return answer(upstream, route, outgoing, { request, reply, prefix });
}

async function answer(upstream: Upstream, route: GatewayRoute, outgoing: Outgoing, { request, reply }: Forwarded) {
  const { path, query, headers } = outgoing;
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(gatewayLimits.totalMs)]);
  try {
    const {
      statusCode,
      headers: answered,
      body,
    } = await upstream.call({
      route,
      path: query.size > 0 ? `${path}?${query}` : path,
      method: request.method,
      headers,
      body: bodyOf(request),
      signal,
    });
    const toCaller = headersToCaller(answered);
    for (const filter of route.filters) filter.response?.(toCaller);
    if (Number(answered["content-length"] ?? 0) > gatewayLimits.responseBytes) throw new Error("answer too large");
    const limited = limitBytes(body, {
      most: gatewayLimits.responseBytes,
      tooLarge: () => explain(new Error("answer too large"), route, request),
      explain: (error) => explain(error, route, request),
    });
    limited.once("close", () => body.destroy());
    return reply.code(statusCode).headers(toCaller).send(limited);
  } catch (error) {
    // What is left of the body is not read: the connection cannot carry another call.
    reply.header("Connection", "close");
    throw explain(error, route, request);
  }
}

/** The reason goes to the log: it may name inner addresses. */
function explain(error: unknown, route: GatewayRoute, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  request.log.warn({ route: route.routerId, reason: String(error) }, "gateway");
  const name = isTimeout(error) ? "UPSTREAM_TIMEOUT" : "UPSTREAM_FAILED";
  return new AppError(name, { details: { requestId: request.id } });
}

/** @throws AppError BAD_REQUEST for a path that leads out of what the conditions looked at */
function readCall(request: FastifyRequest, path: string, query: string): GatewayCall {
  const parameters = new URLSearchParams(query);
  return {
    method: request.method,
    path: path.split("/").map(readSegment).join("/"),
    host: request.hostname.toLowerCase(),
    ip: request.ip,
    header: (name) => [request.headers[name]].flat()[0],
    query: (name) => parameters.get(name) ?? undefined,
    now: Date.now(),
  };
}

function readSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    if (text !== "." && text !== ".." && !/[/\\\p{Cc}]/u.test(text)) return text;
  } catch {}
  throw new AppError("BAD_REQUEST");
}

/** Closed unless the route says who may: a code, or `session` for everybody who is signed in. */
const mayCall = (caller: Caller, { permission }: GatewayRoute): boolean =>
  permission === "session" || decideAction(caller, permission).allowed;

function bucketKey({ id }: GatewayRoute, { key }: RateRule, request: FastifyRequest): string {
  const by = { user: callerOf(request).userId, ip: request.ip, route: "" }[key];
  return `${id} ${key} ${by}`;
}

function bodyOf(request: FastifyRequest) {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return undefined;
  if (Number(length ?? 0) > gatewayLimits.requestBytes) throw new AppError("TOO_LARGE");
  return limitBytes(request.raw, {
    most: gatewayLimits.requestBytes,
    tooLarge: () => new AppError("TOO_LARGE"),
    explain: (error) => error,
  });
}
