import type { FastifyReply, FastifyRequest } from "fastify";
import { admitLargeExport, callerOf } from "../auth/access.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { answerSheet, takePlace } from "../models/export-routes.ts";
import { filterText } from "../models/filter-text.ts";
import { readerTexts } from "../models/language/reader-texts.ts";
import { admitSheet, readFormat } from "../models/write-sheet.ts";
import { openReportExport } from "../online/reports/export-report.ts";
import { hrefSlots, itemsFor, wireColumns, wireQueryInputs } from "../online/reports/report-columns.ts";
import { reportDrill } from "../online/reports/report-drill.ts";
import type { OpenReport } from "../online/reports/reports.ts";

type Call = FastifyRequest<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>;

/**
 * Online reports at run time (contract 07 §7.3). Reports are found by id or code. Each call asks for the right of its
 * report itself; `draft=1` runs what is not published, for designers.
 */
export const routes: RouteModule = (api, { reports, db, documents, exportPlaces, clock }) => {
  const open = { config: { permission: "session" } } as const;
  const base = "/online/cgreport/api";

  const opened = (request: Call): Promise<OpenReport> => {
    const draft = String(request.query.draft ?? "") === "1";
    return reports.open(request.params.id, callerOf(request), { draft });
  };
  const described = async (report: OpenReport) => {
    const { head } = report.definition;
    const items = itemsFor(report.definition, report.caller);
    return {
      columns: wireColumns(items),
      dictOptions: await reports.dictOptions(report),
      fieldHrefSlots: hrefSlots(items),
      cgreportHeadName: head.name,
      cgreportHeadId: head.id,
      cgreportHeadCode: head.code,
      settings: shownSettings(head.settings),
      refreshSeconds: head.refreshSeconds ?? null,
      cacheSeconds: head.cacheSeconds ?? null,
      mayExport: reports.mayExport(report),
      drill: reportDrill(documents.current, report.definition, report.caller) ?? null,
      hasRowRules: report.source.hasRowRules,
    };
  };
  const rowsOf = (report: OpenReport, request: Call, reply: FastifyReply) =>
    reports.show(report, request.query, { isFresh: request.query._fresh === "1", signal: goneSignal(reply) });

  api.get(`${base}/getParamsInfo/:id`, open, async (request: Call) => ok((await opened(request)).definition.params));

  api.get(`${base}/getColumns/:id`, open, async (request: Call) => ok(await described(await opened(request))));

  api.get(`${base}/getColumnsAndData/:id`, open, async (request: Call, reply) => {
    const report = await opened(request);
    const { records, total, totals, readAt } = await rowsOf(report, request, reply);
    return ok({ data: { records, total, totals, readAt }, ...(await described(report)) });
  });

  api.get(`${base}/getRpColumns/:id`, open, async (request: Call) => {
    const report = await opened(request);
    const { head } = report.definition;
    const { columns, dictOptions, fieldHrefSlots } = await described(report);
    return ok({ cgRpConfigId: head.id, cgRpConfigName: head.name, columns, dictOptions, fieldHrefSlots });
  });

  api.get(`${base}/getQueryInfo/:id`, open, async (request: Call) => {
    const report = await opened(request);
    const items = itemsFor(report.definition, report.caller);
    return ok(wireQueryInputs(items, await reports.dictOptions(report)));
  });

  api.get(`${base}/getData/:id`, open, async (request: Call, reply) => {
    const { records, total, totals, readAt } = await rowsOf(await opened(request), request, reply);
    return ok({ records, total, totals, readAt });
  });

  api.get(`${base}/exportXls/:id`, open, async (request: Call, reply: FastifyReply) => {
    const report = await opened(request);
    if (!reports.mayExport(report)) throw new AppError("FORBIDDEN");
    const { caller, definition } = report;
    const texts = readerTexts(request, documents.current.texts);
    const count = async () => (await reports.run(report, { ...request.query, pageNo: "1", pageSize: "1" })).total;
    await admitLargeExport(request, count);
    const takeTurn = () => takePlace(exportPlaces, caller, reply);
    const open = await openReportExport(reports, report, request.query, { texts, takeTurn });
    await admitSheet(readFormat(request.query.format), { columns: open.columns.length, lines: count });
    return answerSheet(reply, { caller, now: clock(), format: request.query.format, open }, () =>
      writeOperationLog(
        db.kysely,
        request,
        caller,
        `导出报表${definition.head.name}，条件：${filterText(request.query)}`,
        6,
      ),
    );
  });
};

/** Aborted when whoever asked has gone, so that nobody waits for a query that nobody reads. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  return gone.signal;
}

/** Readers need the chart; how the report was put together is for its designers. */
function shownSettings(settings: unknown): object | null {
  const { chart } = (settings ?? {}) as { readonly chart?: unknown };
  return chart === undefined ? null : { chart };
}
