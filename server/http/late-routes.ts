import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { RouteTable } from "./route-table.ts";

/** A route that is looked for when it is called; `path` stands below the context path. */
export interface LateRoute {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  /** Greatest body in bytes; default: that of every call. */
  readonly bodyLimit?: number;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Envelope | FastifyReply>;
}

/**
 * Models come and go while the server runs, and a running Fastify takes no routes. To register those of the first models
 * was half of a start.
 */
export interface LateRoutes {
  /** Those of now. */
  readonly table: RouteTable<LateRoute>;
  /** Whether a path without a route may have got one in another process; `catchUp` takes it in. */
  mayCome(path: string): boolean;
  catchUp(path: string): Promise<void>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** What lies at the path when it is called; its permission is the route's. */
    findRoute?: (request: FastifyRequest) => Promise<LateRoute | undefined>;
  }
  interface FastifyRequest {
    found: LateRoute | null;
  }
}

/** Characters of one part of a path. */
export const maxPartLength = 500;
const methods = ["GET", "POST", "PUT", "DELETE"];
const late = "late";

/** Keeps Fastify from sending any other path to the routes of `installLateRoutes`. */
export function lateConstraint(contextPath: string, routes: LateRoutes) {
  const isLate = (method: string, path: string) =>
    path.split("/").every(({ length }) => length <= maxPartLength) &&
    (findRoute(routes, method, path) !== undefined || routes.mayCome(path));
  return {
    name: late,
    storage: () => new Map(),
    deriveConstraint: ({ method = "", url = "" }: Pick<IncomingMessage, "method" | "url">) => {
      const path = pathBelow(contextPath, url);
      return path !== undefined && isLate(method, decode(path)) ? late : "";
    },
  };
}

/** Below all others: a path that a module has taken keeps its own behaviour. */
export function installLateRoutes(api: FastifyInstance, routes: LateRoutes): void {
  const pathOf = ({ url }: FastifyRequest) => pathBelow(api.prefix, url) ?? "";
  const options = {
    config: {
      findRoute: async (request: FastifyRequest) => {
        const path = decode(pathOf(request));
        const found = () => findRoute(routes, request.method, path);
        if (!found()) await routes.catchUp(path);
        return found();
      },
    },
    preHandler: async ({ found }: FastifyRequest, reply: FastifyReply) => (found ? undefined : reply.callNotFound()),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { found } = request;
      if (!found) return;
      request.params = paramsOf(found.path, pathOf(request));
      return found.handle(request, reply);
    },
  };
  for (const method of methods) api.route({ ...options, method, url: "/*", constraints: { [late]: late } });
  // Fastify limits by route how large a body is, and how long a part of the path.
  for (const { method, path, bodyLimit } of routes.table.routes) {
    if (bodyLimit === undefined && !path.includes(":")) continue;
    if (api.hasRoute({ method: method as "GET", url: api.prefix + path })) continue;
    api.route({ ...options, method, url: path, ...(bodyLimit === undefined ? {} : { bodyLimit }) });
  }
}

const findRoute = (routes: LateRoutes, method: string, path: string): LateRoute | undefined =>
  routes.table.at(path).find((route) => route.method === method);

/** `/api/sys/role/list?pageNo=1` → `/sys/role/list`; a proxy may be asked for a whole address. */
function pathBelow(prefix: string, url: string): string | undefined {
  const [path = ""] = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** Without what divides a path: `%2F` is no `/`. What cannot be decoded is the path of nothing. */
function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return "";
  }
}

/** `/sys/role/back/:id` of `/sys/role/back/7` → `{ id: "7" }`. */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> {
  const given = path.split("/");
  const named = pattern.split("/").map((part, index) => [part, decodeURIComponent(given[index] ?? "")] as const);
  return Object.fromEntries(named.flatMap(([part, value]) => (part.startsWith(":") ? [[part.slice(1), value]] : [])));
}

/** As the log names the route of a call. */
export const routeOf = ({ found, routeOptions, server }: FastifyRequest): string | undefined =>
  found ? server.prefix + found.path : routeOptions.url;
