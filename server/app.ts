import { Socket } from "node:net";
import compress from "@fastify/compress";
import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import { Ajv, type AnySchema } from "ajv";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { type ClassifiedRoute, classify, guardRoutes } from "./auth/access.ts";
import { installFairPlaces, installLoadLimit } from "./auth/load-limit.ts";
import type { SignedIn } from "./auth/sign-in.ts";
import type { Config } from "./config/config.ts";
import { checkBodyShape } from "./http/body-shape.ts";
import { countedKey } from "./http/call-counts.ts";
import { answerClientError, maxHeaderBytes } from "./http/client-errors.ts";
import type { ConsoleFiles } from "./http/console-files.ts";
import { serveConsole } from "./http/console-routes.ts";
import { installCors } from "./http/cors.ts";
import { answerUnknown, installErrorHandler } from "./http/error-handler.ts";
import { AppError } from "./http/errors.ts";
import { installLateRoutes, type LateRoutes, lateConstraint, maxPartLength } from "./http/late-routes.ts";
import { loggerOptions, newRequestId } from "./http/log.ts";
import { RouteTable } from "./http/route-table.ts";
import { installSecurityHeaders, isUnder } from "./http/security-headers.ts";

const bodyLimitBytes = 2 * 1024 * 1024;
/** A connection that never ends its headers, or sends nothing at all, is closed within half a minute. */
export const connectionLimits = { headersTimeout: 25_000, connectionsCheckingInterval: 5_000 };
const workingSilenceMs = 600_000;
export const bodySilenceMs = 30_000;

/**
 * Values are what they are: "1" stays text, unknown keys are ignored by the handlers, not stripped here. Servers of one
 * process share it: to compile the schemas of all routes took a sixth of a test server.
 */
const routeSchemas = new Ajv({ useDefaults: true, addUsedSchema: false, allowUnionTypes: true });

export interface AppParts {
  readonly config: Config;
  readonly authenticate: (request: FastifyRequest) => Promise<SignedIn | undefined>;
  /** Registers the API below the context path; paths are written without it. */
  readonly registerApi: (api: FastifyInstance) => Promise<void>;
  /** Routes of models, which come and go with their documents. */
  readonly lateRoutes?: LateRoutes;
  /** Registers what lies beside the API, at the root. */
  readonly registerRoot?: (fastify: FastifyInstance) => void;
  readonly console: ConsoleFiles;
  /** Where calls of limited routes are counted; by default in this process alone. */
  readonly callCounts?: FastifyRateLimitStoreCtor;
  /** Writes into the console's page what it must know before any call. */
  readonly fillPage?: (html: string) => Promise<string>;
  /** Adds hooks that see every request. */
  readonly observe?: (fastify: FastifyInstance) => void;
}

export interface HttpApp {
  readonly fastify: FastifyInstance;
  /** Registered ones, and the late ones of now. */
  readonly routes: () => readonly ClassifiedRoute[];
}

/**
 * Builds the HTTP application; it does not listen yet.
 *
 * @throws Error when a route declares no permission
 */
export async function createApp(parts: AppParts): Promise<HttpApp> {
  const { config } = parts;
  const fastify = Fastify({
    logger: loggerOptions(config.logLevel) ?? false,
    genReqId: newRequestId,
    // Half of all routes, which took a third of a second of every start. Pages, files and health have theirs (`exposeHeadRoute`).
    exposeHeadRoutes: false,
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    http: { maxHeaderSize: maxHeaderBytes, ...connectionLimits },
    clientErrorHandler: answerClientError,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    // A connection may be silent while a large import works; headers and bodies have their own, shorter limits.
    connectionTimeout: workingSilenceMs,
    requestTimeout: 300_000, // a slow upload
    keepAliveTimeout: 10_000,
    forceCloseConnections: "idle",
    routerOptions: {
      maxParamLength: maxPartLength,
      ...(parts.lateRoutes ? { constraints: { late: lateConstraint(config.contextPath, parts.lateRoutes) } } : {}),
    },
  });

  fastify.setValidatorCompiler(({ schema }) => routeSchemas.compile(schema as AnySchema));
  installErrorHandler(fastify);
  keepAddress(fastify);
  endSilentUploads(fastify);
  parts.observe?.(fastify);
  endRefusedUpgrades(fastify);
  parseJsonBodies(fastify);
  await installSecurityHeaders(fastify, config);
  installCors(fastify, config);
  const isHealth = (url: string) =>
    /^\/health(\/|$)/.test(url.split("?", 1)[0]?.slice(config.contextPath.length) ?? "");
  installLoadLimit(fastify, isHealth);
  await fastify.register(compress, { threshold: 1024, encodings: ["gzip", "deflate"] });
  await fastify.register(rateLimit, {
    global: false,
    hook: "preHandler",
    ...(parts.callCounts ? { store: parts.callCounts } : {}),
    keyGenerator: countedKey,
    errorResponseBuilder: () => new AppError("TOO_MANY"),
  });

  const table = new RouteTable();
  fastify.addHook("onRoute", (route) => {
    if (!isUnder(config.contextPath, route.url) || route.config?.findRoute) return;
    for (const method of [route.method].flat()) table.add({ method, path: route.url });
  });
  const routes = guardRoutes(fastify, parts.authenticate);
  installFairPlaces(fastify, isHealth);
  await fastify.register(
    async (api) => {
      await parts.registerApi(api);
      if (parts.lateRoutes) installLateRoutes(api, parts.lateRoutes);
    },
    { prefix: config.contextPath },
  );
  parts.registerRoot?.(fastify);
  serveConsole(fastify, parts.console, config.contextPath, parts.fillPage);
  fastify.setNotFoundHandler(async (request, reply) => {
    if (isUnder(config.contextPath, request.url)) {
      const path = request.url.split("?", 1)[0] ?? "";
      const late = parts.lateRoutes?.table.at(path.slice(config.contextPath.length)) ?? [];
      const methods = [...table.at(path), ...late].map(({ method }) => method);
      return answerUnknown([...new Set(methods)].filter((method) => method !== "HEAD").sort(), request, reply);
    }
    return reply.code(404).type("text/plain; charset=utf-8").send("没有这个地址");
  });
  const lateRoutes = () => {
    const taken = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    return (parts.lateRoutes?.table.routes ?? [])
      .map(({ method, path, permission }) => classify(method, config.contextPath + path, { permission }))
      .filter(({ method, url }) => !taken.has(`${method} ${url}`));
  };
  return { fastify, routes: () => [...routes, ...lateRoutes()] };
}

/**
 * A call that is broken off has no connection any more, and is still counted and logged with its address; one that was
 * gone before anybody looked has none.
 */
function keepAddress(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const ip = request.ip as string | undefined;
    Object.defineProperty(request, "ip", { value: ip ?? "" });
  });
}

/** After its answer a socket that asked for an upgrade belongs to nobody: no limit of the HTTP server would close it. */
function endRefusedUpgrades(app: FastifyInstance): void {
  app.addHook("onResponse", async (request) => {
    if (request.headers.upgrade !== undefined) request.raw.socket.destroySoon();
  });
}

/** A body that stops in the middle: whoever sent it may be gone without a word. */
function endSilentUploads(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    const { socket } = raw;
    const isInjected = !(socket instanceof Socket);
    if (isInjected || raw.complete || raw.headers.upgrade !== undefined) return;
    socket.setTimeout(bodySilenceMs);
    const receive = () => socket.setTimeout(workingSilenceMs);
    raw.once("end", receive);
    raw.once("close", receive);
  });
}

/** JSON only, `__proto__` refused, and an empty body counts as none: recorded clients send the header anyway. */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, text: string, done) => {
    if (text.trim() === "") return done(null, undefined);
    parse(request, text, (error, body) => {
      if (error) return done(error);
      try {
        checkBodyShape(body);
        done(null, body);
      } catch (refusal) {
        done(refusal as Error);
      }
    });
  });
}
