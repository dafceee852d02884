import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { LateRoute } from "../http/late-routes.ts";
import { exportRecord } from "./export-record.ts";
import { type ExportParts, exportModel } from "./export-routes.ts";
import { answerTemplate, type ImportParts, importModel } from "./import-routes.ts";
import { importSteps, readSteps } from "./import-steps.ts";

export type SheetParts = ExportParts & ImportParts;

/**
 * Files of a model's rows (contract 08 §8.1, §8.2): `GET {base}/exportXls`, and of one row `GET {base}/exportRecord`; `POST {base}/importExcel` and its template
 * where the rows may be written.
 *
 * @param models all of them: a file has the sub-rows beside
 * @returns with paths below the model's base
 */
export function sheetRoutes(
  model: ResolvedModel,
  models: readonly ResolvedModel[],
  parts: SheetParts,
): readonly LateRoute[] {
  const permission = (action: string) => `${model.permissionPrefix}:${action}`;
  const out: LateRoute = {
    method: "GET",
    path: "/exportXls",
    permission: permission("export"),
    handle: (request, reply) => exportModel({ models, model, query: request.query as never }, request, reply, parts),
  };
  const record: LateRoute = {
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
