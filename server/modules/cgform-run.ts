import type { FastifyReply, FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import { admitLargeExport, callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { FormAction } from "../auth/form-rights.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import type { SaveOptions } from "../models/engine.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
import { exportRecord } from "../models/export-record.ts";
import { type ExportParts, exportModel } from "../models/export-routes.ts";
import { answerTemplate, type ImportParts, importModel } from "../models/import-routes.ts";
import { importSteps, readSteps } from "../models/import-steps.ts";
import { keepImportReport } from "../models/keep-report.ts";
import { fileLanguages, readerTexts } from "../models/language/reader-texts.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";
import { FormHandlers } from "../online/forms/enhance/call-handler.ts";
import { runButton } from "../online/forms/enhance/run-button.ts";
import { describeForm } from "../online/forms/run/describe-form.ts";
import { describeErpLists, describeList, describeQuery } from "../online/forms/run/describe-list.ts";
import { listForm, listTree, pressedButton, readRecord, subTablesOf } from "../online/forms/run/form-rows.ts";
import { linkOptions } from "../online/forms/run/link-options.ts";
import { type OpenForm, openForm } from "../online/forms/run/open-form.ts";
import { fromWireQuery, fromWireRow, toWireRow } from "../online/forms/run/wire-rows.ts";

type Call = FastifyRequest<{ Params: Readonly<Record<string, string>>; Querystring: WireQuery }>;

const base = "/online/cgform/api";

/**
 * Online forms at run time (contract 06 §6.6), over the same engine as every model: recorded clients name columns where
 * the console names fields. Each call asks for the right of its form itself.
 */
export const routes: RouteModule = (api, context) => {
  const { db, documents, engine } = context;
  const session = { config: { permission: "session" } } as const;
  const handlers = new FormHandlers(context.config.gatewayHosts);
  api.addHook("onClose", () => handlers.close());
  const parts = {
    documents,
    get forms() {
      return context.onlineForms;
    },
  };

  const open = (request: FastifyRequest, idOrTable: string | undefined, ...actions: readonly FormAction[]) =>
    openForm(parts, readId(idOrTable), callerOf(request), ...actions);

  api.get(`${base}/getColumns/:code`, session, async (request: Call) =>
    ok(await describeList(context, await open(request, request.params.code, "list"))),
  );
  api.get(`${base}/getErpColumns/:code`, session, async (request: Call) =>
    ok(await describeErpLists(context, await open(request, request.params.code, "list"))),
  );
  for (const call of ["getQueryInfo", "getQueryInfoVue3"]) {
    api.get(`${base}/${call}/:code`, session, async (request: Call) =>
      ok(describeQuery(context, await open(request, request.params.code, "list"))),
    );
  }
  for (const call of ["getFormItem", "getFormItemBytbname"]) {
    api.get(`${base}/${call}/:code`, session, async (request: Call) =>
      ok(await describeForm(context, await open(request, request.params.code, "list", "add", "edit"))),
    );
  }
  /** Scripts run in no page of ours, so there is none to hand out. */
  api.get(`${base}/getEnhanceJs/:code`, session, async (request: Call) => {
    await open(request, request.params.code, "list", "add", "edit");
    return ok("");
  });

  api.get(`${base}/getData/:code`, session, async (request: Call) =>
    ok(await listForm(engine, await open(request, request.params.code, "list"), request.query)),
  );
  api.get(`${base}/getTreeData/:code`, session, async (request: Call) =>
    ok(await listTree(engine, await open(request, request.params.code, "list"), request.query)),
  );

  const record = (of: (request: Call) => readonly [form: string | undefined, id: unknown]) => async (request: Call) => {
    const [form, id] = of(request);
    return ok(await readRecord(engine, await open(request, form, "list"), readId(id)));
  };
  api.get(
    `${base}/form/:code/:id`,
    session,
    record(({ params }) => [params.code, params.id]),
  );
  api.get(
    `${base}/form/table_name/:table/:id`,
    session,
    record(({ params }) => [params.table, params.id]),
  );
  api.get(
    `${base}/data/:table/queryById`,
    session,
    record(({ params, query }) => [params.table, query.id]),
  );

  api.get(`${base}/subform/:table/:mainId`, session, async (request: Call) => ok((await subRows(request))[0] ?? null));
  api.get(`${base}/subform/list/:table/:mainId`, session, async (request: Call) => ok(await subRows(request)));

  /** The rows of a sub-table below a master: for who may read one of the two. */
  async function subRows(request: Call): Promise<readonly Row[]> {
    const caller = callerOf(request);
    const sub = await context.onlineForms.find(readId(request.params.table));
    const main = sub?.fields.find(({ mainTable }) => mainTable)?.mainTable;
    const owner = main && (await mayList(main, caller)) ? main : request.params.table;
    const form = await open(request, owner, "list");
    const model = form.subs.find(({ relation }) => relation === sub?.head.tableName)?.model ?? form.model;
    const rows = await engine.listByMainId(model.id, readId(request.params.mainId), caller);
    return rows.map((row) => toWireRow(model, row));
  }

  async function mayList(table: string, caller: Caller): Promise<boolean> {
    const form = await context.onlineForms.find(table);
    return form !== undefined && decideAction(caller, `online:cgform:${form.head.id}:list`).allowed;
  }

  const saving = (request: FastifyRequest): SaveOptions => ({ idempotencyKey: idempotencyKeyOf(request) });
  const add = async (request: Call) => {
    const form = await open(request, request.params.code, "add");
    const body = fromWireRow(readRowBody(request.body), subTablesOf(form));
    const row = await engine.add(form.model.id, body, form.caller, saving(request));
    return ok(row.id, "添加成功！");
  };
  const edit = async (request: Call) => {
    const form = await open(request, request.params.code, "edit");
    const body = fromWireRow(readRowBody(request.body), subTablesOf(form));
    const row = await engine.edit(form.model.id, body, form.caller, saving(request));
    return ok(toWireRow(form.model, row), "编辑成功!");
  };
  const remove = async (request: Call) => {
    const ids = readIds(request.params.id ?? request.query.id);
    const form = await open(request, request.params.code, ids.length > 1 ? "deleteBatch" : "delete");
    await engine.remove(form.model.id, ids, form.caller);
    return ok(null, "删除成功!");
  };
  api.post(`${base}/form/:code`, session, add);
  api.put(`${base}/form/:code`, session, edit);
  api.delete(`${base}/form/:code/:id`, session, remove);
  // The same by the name of the table.
  api.post(`${base}/crazyForm/:code`, session, add);
  api.put(`${base}/crazyForm/:code`, session, edit);
  api.delete(`${base}/crazyForm/:code`, session, remove);
  api.delete(`${base}/crazyForm/:code/:id`, session, remove);

  api.post(`${base}/doButton`, session, async (request) => {
    const { formId, buttonCode, dataId } = readRowBody(request.body);
    const form = await open(request, readId(formId), "list");
    const { button, row } = await pressedButton(engine, form, readId(buttonCode), readId(dataId));
    await runButton(context, handlers, form, button, row);
    return ok(null, "处理完成!");
  });

  api.get(`${base}/querySelectOptions`, session, async (request: Call) =>
    ok(await linkOptions(context, request.query, callerOf(request))),
  );

  const log: ExportParts["log"] = (request, caller, text) =>
    writeOperationLog(db.kysely, request, caller, text, request.method === "GET" ? 6 : 5);
  const textsOf = (request: FastifyRequest) => readerTexts(request, documents.current.texts);
  const files: ExportParts & ImportParts = {
    engine,
    db,
    callerOf,
    textsOf,
    log,
    places: context.exportPlaces,
    clock: context.clock,
    admitLarge: admitLargeExport,
    languages: () => fileLanguages(documents.current.texts),
    keepReport: (report, caller) => keepImportReport(context, report, caller),
  };
  const modelsOf = ({ model }: OpenForm) => ({ model, models: [...documents.current.resolvedModels.values()] });
  const exported = (queryOf: (query: WireQuery) => WireQuery) => async (request: Call, reply: FastifyReply) => {
    const form = await open(request, request.params.code, "export");
    return exportModel({ ...modelsOf(form), query: queryOf(request.query) }, request, reply, files);
  };
  const imported = async (request: Call) => {
    const form = await open(request, request.params.code, "import");
    return importModel(modelsOf(form), request, files);
  };
  for (const call of ["exportXls", "exportXlsOld"]) {
    api.get(`${base}/${call}/:code`, session, exported(readParams(call === "exportXls" ? "xls" : "xlsx")));
  }
  api.post(`${base}/importXls/:code`, session, async (request: Call) => withReportAlone(await imported(request)));
  // The console's own calls, which every model of a file has from the start.
  const own = "/online/cgform/form/:code";
  api.get(
    `${own}/exportXls`,
    session,
    exported((query) => query),
  );
  api.get(`${own}/exportRecord`, session, async (request: Call, reply) => {
    const form = await open(request, request.params.code, "export");
    return exportRecord(modelsOf(form), request, reply, files);
  });
  api.post(`${own}/importExcel`, session, imported);
  api.post(`${own}/importRead`, session, async (request: Call) =>
    readSteps(modelsOf(await open(request, request.params.code, "import")), request, files),
  );
  api.post(`${own}/importRows`, session, async (request: Call) =>
    importSteps(modelsOf(await open(request, request.params.code, "import")), request, files),
  );
  api.get(`${own}/importTemplate`, session, async (request: Call, reply) => {
    const form = await open(request, request.params.code, "import");
    return answerTemplate(modelsOf(form), request, reply, files);
  });
};

/** Recorded clients read the address of the report from `result` itself (contract 08 §8.2). */
const withReportAlone = (envelope: Envelope): Envelope =>
  envelope.code === 201 ? { ...envelope, result: (envelope.result as Row).fileUrl } : envelope;

/** `paramsStr` of recorded clients: the conditions of the list and the chosen ids as JSON. */
const readParams =
  (format: string) =>
  ({ paramsStr, ...query }: WireQuery): WireQuery => {
    const params = paramsStr === undefined || paramsStr === "" ? {} : jsonObject(String(paramsStr));
    return { format, ...fromWireQuery({ ...query, ...params }) };
  };

function jsonObject(text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
  } catch {
    // Said below.
  }
  throw refuse("参数 paramsStr 须为 JSON 对象");
}
