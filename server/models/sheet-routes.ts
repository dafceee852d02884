import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { LateRoute } from "../app.ts";
import { exportRecord } from "./export-record.ts";
import { type ExportParts, exportModel } from "./export-routes.ts";
import { answerTemplate, type ImportParts, importModel } from "./import-routes.ts";
import { importSteps, readSteps } from "./import-steps.ts";

interface SheetRoute {
  readonly method: HTTPMethods;
  readonly path: string;
  readonly permission: string;
  /** Greatest body in bytes; default: that of every call. */
  readonly bodyLimit?: number;
  readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Envelope | FastifyReply>;
}

export type SheetParts = ExportParts & ImportParts;

/**
 * Files of a model's rows (contract 08 §8.1, §8.2): `GET {base}/exportXls`, and of one row `GET {base}/exportRecord`; `POST {base}/importExcel` and its template
 * where the rows may be written.
 *
 * @param models all of them: a file has the sub-rows beside
 */
function sheetRoutes(model: ResolvedModel, models: readonly ResolvedModel[], parts: SheetParts): readonly SheetRoute[] {
  const permission = (action: string) => `${model.permissionPrefix}:${action}`;
  const out: SheetRoute = {
    method: "GET",
    path: "/exportXls",
    permission: permission("export"),
    handle: (request, reply) => exportModel({ models, model, query: request.query as never }, request, reply, parts),
  };
  const record: SheetRoute = {
    method: "GET",
    path: "/exportRecord",
    permission: permission("export"),
    handle: (request, reply) => exportRecord({ models, model }, request, reply, parts),
  };
  if (!model.writable) return [out, record];
  return [
    out,
    record,
    {
      method: "POST",
      path: "/importExcel",
      permission: permission("import"),
      handle: (request) => importModel({ models, model }, request, parts),
    },
    {
      method: "POST",
      path: "/importRead",
      permission: permission("import"),
      handle: (request) => readSteps({ models, model }, request, parts),
    },
    {
      method: "POST",
      path: "/importRows",
      permission: permission("import"),
      bodyLimit: stepBytes,
      handle: (request) => importSteps({ models, model }, request, parts),
    },
    {
      method: "GET",
      path: "/importTemplate",
      permission: permission("import"),
      handle: async (request, reply) => answerTemplate({ models, model }, request, reply, parts),
    },
  ];
}

/** Some thousand rows with all their columns. */
const stepBytes = 12 * 1024 * 1024;

/** A path that a module has taken already keeps its own behaviour. */
export function registerSheetRoutes(api: FastifyInstance, models: readonly ResolvedModel[], parts: SheetParts): void {
  for (const model of models) {
    for (const { method, path, permission, bodyLimit, handle } of sheetRoutes(model, models, parts)) {
      const url = `${model.base}${path}`;
      if (api.hasRoute({ method, url: `${api.prefix}${url}` })) continue;
      api.route({
        method,
        url,
        config: { permission },
        handler: handle,
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
      });
    }
  }
}

/** The same of a model that was not there when the server started. */
export function findSheetRoute(parts: SheetParts, method: string, path: string): LateRoute | undefined {
  const models = [...parts.engine.models.values()];
  for (const model of models) {
    if (!path.startsWith(`${model.base}/`)) continue;
    const found = sheetRoutes(model, models, parts).find(
      (route) => route.method === method && path === model.base + route.path,
    );
    if (found) return found;
  }
  return undefined;
}
