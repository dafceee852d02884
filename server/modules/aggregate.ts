import type { FastifyRequest } from "fastify";
import { decideAction } from "../../runtime/permission/action.ts";
import { admitLargeExport, callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { findFigures, openFigures } from "../exports/export-figures.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readAggregate } from "../models/aggregate-rows.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { filtersOf } from "../models/export-model.ts";
import { answerSheet, takePlace } from "../models/export-routes.ts";
import { filterText } from "../models/filter-text.ts";
import { readerTexts } from "../models/language/reader-texts.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";

const exportType = 6;

type ExportCall = FastifyRequest<{ Params: { "*": string }; Querystring: WireQuery }>;

/** Figures for dashboards and reports: who may list the rows of a model may have them summed. */
export const routes: RouteModule = (api, context) => {
  const { engine, documents, db, exportPlaces, clock } = context;

  api.post("/lowcode/aggregate", { config: { permission: "session", operation: false } }, async (request) => {
    const caller = callerOf(request);
    const { model: id, ...body } = readRowBody(request.body);
    const model = engine.models.get(String(id));
    // Which models exist is not told to those who may not see them.
    if (!model || !decideAction(caller, `${model.permissionPrefix}:list`).allowed) throw new AppError("FORBIDDEN");
    return ok(await engine.aggregate(model.id, readAggregate(body), caller));
  });

  api.get(
    "/lowcode/aggregate/exportXls/*",
    { config: { permission: "session" } },
    async (request: ExportCall, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const report = findFigures({ engine, documents: documents.current }, request.params["*"], caller);
      const texts = readerTexts(request, documents.current.texts);
      const takeTurn = () => takePlace(exportPlaces, caller, reply);
      const open = await openFigures(report, query, { engine, caller, texts, now: clock(), takeTurn });
      await admitLargeExport(request, async () => open.count);
      const told = `导出报表${report.plan.title}，条件：${filterText(filtersOf(query), report.queried)}`;
      return answerSheet(reply, { caller, now: clock(), format: query.format, open }, () =>
        writeOperationLog(db.kysely, request, caller, told, exportType),
      );
    },
  );
};
