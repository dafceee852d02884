import type { FastifyRequest } from "fastify";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { Caller } from "../auth/caller.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import type { LateRoute, LateRoutes } from "../http/late-routes.ts";
import { RouteTable } from "../http/route-table.ts";
import type { Engine } from "./engine.ts";
import { type ModelRoute, modelRoutes } from "./model-calls.ts";
import type { WireQuery } from "./query/parse-list-query.ts";
import { type SheetParts, sheetRoutes } from "./sheet-routes.ts";

/** What the routes need of the HTTP layer. */
export interface RouteParts {
  readonly engine: Engine;
  readonly callerOf: (request: FastifyRequest) => Caller;
  readonly ok: <Result>(result: Result, message?: string) => Envelope<Result>;
  /** Without: no files. */
  readonly sheets?: SheetParts;
  /** Forms are made in other processes too. */
  readonly forms?: Pick<LateRoutes, "mayCome" | "catchUp">;
}

/** The family of every model: its calls and its files. */
export class ModelRoutes implements LateRoutes {
  readonly #parts: RouteParts;
  #made: { readonly models: Engine["models"]; readonly table: RouteTable<LateRoute> } | undefined;

  constructor(parts: RouteParts) {
    this.#parts = parts;
  }

  mayCome(path: string): boolean {
    return this.#parts.forms?.mayCome(path) ?? false;
  }

  async catchUp(path: string): Promise<void> {
    await this.#parts.forms?.catchUp(path);
  }

  get table(): RouteTable<LateRoute> {
    const { models } = this.#parts.engine;
    if (this.#made?.models !== models) {
      const all = [...models.values()];
      this.#made = { models, table: new RouteTable(all.flatMap((model) => familyOf(model, all, this.#parts))) };
    }
    return this.#made.table;
  }
}

function familyOf(model: ResolvedModel, models: readonly ResolvedModel[], parts: RouteParts): readonly LateRoute[] {
  const calls = modelRoutes(model, parts.engine).map((route) => ({
    ...route,
    handle: (request: FastifyRequest) => answer(request, route, parts),
  }));
  const files = parts.sheets ? sheetRoutes(model, models, parts.sheets) : [];
  return [...calls, ...files].map((route) => ({ ...route, path: model.base + route.path }));
}

async function answer(request: FastifyRequest, route: ModelRoute, { callerOf, ok }: RouteParts): Promise<Envelope> {
  const { result, message } = await route.run({
    query: request.query as WireQuery,
    params: request.params as Readonly<Record<string, unknown>>,
    body: request.body,
    idempotencyKey: idempotencyKeyOf(request),
    caller: callerOf(request),
  });
  return ok(result, message);
}
