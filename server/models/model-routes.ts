import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Envelope, Page } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import type { LateRoute } from "../http/app.ts";
import type { WireQuery } from "../query/parse-list-query.ts";
import { refuse } from "../query/refusal.ts";
import type { Engine } from "./engine.ts";
import { readId, readIds } from "./engine-parts.ts";
import { mastersOf } from "./read-children.ts";
import { hasRecycleBin } from "./recycle-bin.ts";
import { transitionPermission, transitionsOf } from "./transitions.ts";
import { treeOf } from "./tree.ts";

/** What the routes need of the HTTP layer. */
export interface RouteParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly ok: <Result>(result: Result, message?: string) => Envelope<Result>;
}

export interface ModelCall {
  readonly query: WireQuery;
  readonly params: Readonly<Record<string, unknown>>;
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

/**
 * Every route that a model brings (contract README §6). A model that is not writable has none that adds, edits or
 * deletes; its transitions are the model's own statement and stay.
 */
export function modelRoutes(model: ResolvedModel, engine: Engine): readonly ModelRoute[] {
  return [
    ...readingRoutes(model, engine),
    ...subTableRoutes(model, engine),
    ...(treeOf(model) ? treeRoutes(model, engine) : []),
    ...(model.writable ? writingRoutes(model, engine) : []),
    ...(model.writable && hasRecycleBin(model) ? recycleRoutes(model, engine) : []),
    ...transitionRoutes(model, engine),
  ];
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
        await engine.remove(model.id, await batchIds(model, engine, query, query, caller), caller);
        return { result: null, message: "批量删除成功！" };
      },
    },
  ];
}

/** Sub-rows belong to their masters: who may read one of them may read them. */
function subTableRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const masters = mastersOf(engine.models, model);
  if (masters.length === 0) return [];
  const prefixes = new Set([model.permissionPrefix, ...masters.map((master) => master.model.permissionPrefix)]);
  return [
    {
      method: "GET",
      path: "/listByMainId",
      permission: [...prefixes].map((prefix) => `${prefix}:list`).join(","),
      run: async ({ query, caller }) => ({ result: await engine.listByMainId(model.id, readId(query.id), caller) }),
    },
  ];
}

/** Lazy trees (contract 03 §3.3): the top rows, the rows below one, the rows below several. */
function treeRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:list`;
  const below = (parent: unknown, caller: Caller) =>
    engine.children(model.id, parent === undefined || parent === "" ? "" : readId(parent), caller);
  return [
    {
      method: "GET",
      path: "/rootList",
      permission,
      run: async ({ query, caller }) => ({ result: onePage(await below(query.pid, caller)) }),
    },
    {
      method: "GET",
      path: "/childList",
      permission,
      run: async ({ query, caller }) => ({ result: await below(readId(query.pid), caller) }),
    },
    {
      method: "GET",
      path: "/getChildListBatch",
      permission,
      run: async ({ query, caller }) => {
        const lists = await Promise.all(
          readIds(query.parentIds)
            .slice(0, 100)
            .map((id) => below(id, caller)),
        );
        return { result: onePage(lists.flat()) };
      },
    },
  ];
}

function onePage(records: readonly Row[]): Page<Row> {
  return { records, total: records.length, size: records.length, current: 1, pages: 1 };
}

/** The recycle bin, as the contract has it for dictionaries (03 §3.2). */
function recycleRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  const permission = `${model.permissionPrefix}:delete`;
  return [
    {
      method: "GET",
      path: "/deleteList",
      permission,
      run: async ({ caller }) => ({ result: await engine.listDeleted(model.id, caller) }),
    },
    {
      method: "PUT",
      path: "/back/:id",
      permission,
      run: async ({ params, caller }) => {
        await engine.restore(model.id, [readId(params.id)], caller);
        return { result: null, message: "操作成功!" };
      },
    },
    {
      method: "DELETE",
      path: "/deletePhysic/:id",
      permission,
      run: async ({ params, caller }) => {
        await engine.purge(model.id, [readId(params.id)], caller);
        return { result: null, message: "删除成功!" };
      },
    },
  ];
}

function transitionRoutes(model: ResolvedModel, engine: Engine): ModelRoute[] {
  return Object.entries(transitionsOf(model)).flatMap(([key, { title }]): ModelRoute[] => {
    const permission = transitionPermission(model, key);
    return [
      {
        method: "PUT",
        path: `/${key}`,
        permission,
        run: async ({ body, caller, idempotencyKey }) => ({
          result: await engine.transition(model.id, key, readRowBody(body), caller, { idempotencyKey }),
          message: `${title}成功！`,
        }),
      },
      {
        method: "PUT",
        path: `/${key}Batch`,
        permission,
        run: async ({ body, caller }) => {
          const { ids, allMatching, query, ...answers } = readRowBody(body);
          const chosen = await batchIds(model, engine, { ids, allMatching }, readRowBody(query ?? {}), caller);
          const result = await engine.transitionBatch(model.id, key, chosen, answers, caller);
          const failed = result.refused.length === 0 ? "" : `，${result.refused.length} 条未处理`;
          return { result, message: `${title}成功 ${result.done.length} 条${failed}` };
        },
      },
    ];
  });
}

/**
 * The rows of a batch call: those it names, or with `allMatching` every row that fulfils the list's conditions. Then the
 * caller says how many he saw, so that nothing is done to rows that came meanwhile.
 */
async function batchIds(
  model: ResolvedModel,
  engine: Engine,
  { ids, allMatching }: Row,
  conditions: WireQuery,
  caller: Caller,
): Promise<readonly string[]> {
  if (allMatching === undefined) return readIds(ids);
  const { allMatching: _seen, ids: _ids, ...query } = conditions;
  const found = await engine.matchingIds(model.id, query, caller);
  if (found.length !== Number(allMatching)) throw refuse(`符合条件的数据已变为 ${found.length} 条，请刷新后再操作`);
  return found;
}

export function readRowBody(body: unknown): Row {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw refuse("参数不识别！");
  return body as Row;
}

function readCall(request: FastifyRequest, parts: RouteParts): Omit<ModelCall, "params"> {
  const key = request.headers["x-idempotency-key"];
  return {
    query: request.query as WireQuery,
    body: request.body,
    idempotencyKey: Array.isArray(key) ? key[0] : key,
    caller: parts.callerOf(request),
  };
}
