import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { WireQuery } from "../query/parse-list-query.ts";
import { refuse } from "../query/refusal.ts";
import type { Engine } from "./engine.ts";
import { readId, readIds } from "./engine-parts.ts";

/** What the routes need of the HTTP layer. */
export interface RouteParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly ok: <Result>(result: Result, message?: string) => Envelope<Result>;
}

export interface ModelCall {
  readonly query: WireQuery;
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
  readonly caller: Caller;
}

/** One call of a model's family; `path` stands below the model's base. */
export interface ModelRoute {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly permission: string;
  readonly run: (call: ModelCall) => Promise<{ readonly result: unknown; readonly message?: string }>;
}

/** Every route that a model brings (contract README §6). A model that is not writable has the reading ones only. */
export function modelRoutes(model: ResolvedModel, engine: Engine): readonly ModelRoute[] {
  return [...readingRoutes(model, engine), ...(model.writable ? writingRoutes(model, engine) : [])];
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
        handler: async (request) => {
          const { result, message } = await route.run(readCall(request, parts));
          return parts.ok(result, message);
        },
      });
    }
  }
}

function readingRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:list`;
  return [
    {
      method: "GET",
      path: "/list",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.list(model.id, query, caller) }),
    },
    {
      method: "GET",
      path: "/totals",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.totals(model.id, query, caller) }),
    },
    {
      method: "GET",
      path: "/queryById",
      permission,
      run: async ({ query, caller }) => ({ result: await engine.queryById(model.id, readId(query.id), caller) }),
    },
  ];
}

function writingRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = (action: string) => `${model.permissionPrefix}:${action}`;
  const edit: ModelRoute["run"] = async ({ body, caller, idempotencyKey }) => ({
    result: await engine.edit(model.id, readRowBody(body), caller, { idempotencyKey }),
    message: "编辑成功!",
  });
  return [
    {
      method: "POST",
      path: "/add",
      permission: permission("add"),
      run: async ({ body, caller, idempotencyKey }) => ({
        result: await engine.add(model.id, readRowBody(body), caller, { idempotencyKey }),
        message: "添加成功！",
      }),
    },
    { method: "PUT", path: "/edit", permission: permission("edit"), run: edit },
    { method: "POST", path: "/edit", permission: permission("edit"), run: edit },
    {
      method: "DELETE",
      path: "/delete",
      permission: permission("delete"),
      run: async ({ query, caller }) => {
        await engine.remove(model.id, [readId(query.id)], caller);
        return { result: null, message: "删除成功!" };
      },
    },
    {
      method: "DELETE",
      path: "/deleteBatch",
      permission: permission("deleteBatch"),
      run: async ({ query, caller }) => {
        await engine.remove(model.id, readIds(query.ids), caller);
        return { result: null, message: "批量删除成功！" };
      },
    },
  ];
}

export function readRowBody(body: unknown): Row {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw refuse("参数不识别！");
  return body as Row;
}

function readCall(request: FastifyRequest, parts: RouteParts): ModelCall {
  const key = request.headers["x-idempotency-key"];
  return {
    query: request.query as WireQuery,
    body: request.body,
    idempotencyKey: Array.isArray(key) ? key[0] : key,
    caller: parts.callerOf(request),
  };
}
