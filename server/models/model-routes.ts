import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { LateRoute } from "../app.ts";
import type { Caller } from "../auth/caller.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import type { Engine } from "./engine.ts";
import { type ModelCall, type ModelRoute, modelRoutes } from "./model-calls.ts";
import type { WireQuery } from "./query/parse-list-query.ts";

/** What the routes need of the HTTP layer. */
export interface RouteParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly ok: <Result>(result: Result, message?: string) => Envelope<Result>;
}

/** Registers the family of every model; a route that a module has taken already keeps its own behaviour. */
export function registerModelRoutes(api: FastifyInstance, models: Iterable<ResolvedModel>, parts: RouteParts): void {
  for (const model of models) {
    for (const route of modelRoutes(model, parts.engine)) {
      const url = `${model.base}${route.path}`;
      if (api.hasRoute({ method: route.method as HTTPMethods, url: `${api.prefix}${url}` })) continue;
      api.route({
        method: route.method,
        url,
        config: { permission: route.permission },
        handler: (request) => answer(request, route, parts),
      });
    }
  }
}

/**
 * The route of a model that was not there when the server started: a document dropped in while developing, a form
 * stored by an administrator.
 *
 * @param path below the context path, without query
 */
export function findModelRoute(engine: Engine, parts: RouteParts, method: string, path: string): LateRoute | undefined {
  for (const model of engine.models.values()) {
    if (!path.startsWith(`${model.base}/`)) continue;
    const rest = path.slice(model.base.length);
    for (const route of modelRoutes(model, engine)) {
      const params = route.method === method ? matchPath(route.path, rest) : undefined;
      if (params) return { permission: route.permission, handle: (request) => answer(request, route, parts, params) };
    }
  }
  return undefined;
}

/** `/back/:id` against `/back/7` → `{ id: "7" }`. */
function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = actual;
    else if (part !== actual) return undefined;
  }
  return params;
}

async function answer(
  request: FastifyRequest,
  route: ModelRoute,
  parts: RouteParts,
  params = request.params as Readonly<Record<string, unknown>>,
): Promise<Envelope> {
  const { result, message } = await route.run({ ...readCall(request, parts), params });
  return parts.ok(result, message);
}

function readCall(request: FastifyRequest, parts: RouteParts): Omit<ModelCall, "params"> {
  return {
    query: request.query as WireQuery,
    body: request.body,
    idempotencyKey: idempotencyKeyOf(request),
    caller: parts.callerOf(request),
  };
}
