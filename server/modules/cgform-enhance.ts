import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { quoted, refuse, refuseField } from "../http/refusal.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
import type { Draft, ModelHooks, SaveContext } from "../models/hooks.ts";
import { FormHandlers } from "../online/forms/enhance/call-handler.ts";
import { readChange } from "../online/forms/enhance/read-change.ts";
import { enhanceModels } from "../online/forms/enhance/stored-enhancements.ts";
import { readForm, type StoredForm } from "../online/forms/stored-forms.ts";

type Call = FastifyRequest<{
  Params: Readonly<Record<string, string>>;
  Querystring: Readonly<Record<string, string | undefined>>;
}>;

const base = "/online/cgform/head";
const reading = { config: { permission: "online:cgform:list", platform: true } } as const;
/** What a button does it does as whoever presses it: more trust than designing a form needs. */
const enhancing = (action: "add" | "edit" | "delete") =>
  ({ config: { permission: `online:cgform-enhance:${action}`, platform: true } }) as const;

/** What the buttons of a form do (contract 06 §6.5, §6.7): statements and interfaces; scripts run in no page. */
export const routes: RouteModule = (api, { db, engine, reports, config }) => {
  const handlers = new FormHandlers(config.gatewayHosts);
  api.addHook("onClose", () => handlers.close());

  /** Buttons that something can be set up for. */
  api.get(`${base}/enhanceButton/:id`, reading, async (request: Call) => {
    const { buttons } = await stored(request.params.id);
    return ok(
      buttons
        .filter(({ optType }) => optType === "action")
        .map(({ buttonCode, buttonName }) => ({ code: buttonCode, title: buttonName })),
    );
  });

  api.get(`${base}/enhanceJs/:id`, reading, async (request: Call) => {
    await stored(request.params.id);
    throw refuse("查询为空");
  });
  for (const method of ["POST", "PUT"] as const) {
    api.route({
      ...{ method, url: `${base}/enhanceJs/:id`, ...enhancing("edit") },
      handler: async () => {
        throw refuse("页面脚本不执行；请用字段的默认值、校验规则，或按钮的语句和接口");
      },
    });
  }

  const families = [
    { path: "enhanceSql", batch: "deletebatchEnhanceSql", model: enhanceModels.sql, check: explainStatement },
    { path: "enhanceJava", batch: "deleteBatchEnhanceJava", model: enhanceModels.java, check: refuseTarget },
  ] as const;
  for (const { path, batch, model, check } of families) {
    const save = async (kind: "add" | "edit", request: FastifyRequest, row: Row) => {
      const caller = callerOf(request);
      await check(row, caller);
      if (kind === "add") return engine.add(model, row, caller, { idempotencyKey: idempotencyKeyOf(request) });
      return engine.edit(model, row, caller);
    };
    api.get(`${base}/${path}/:id`, reading, async (request: Call) => {
      const form = await stored(request.params.id);
      const query = { cgformHeadId: form.head.id, pageSize: "200" };
      return ok((await engine.list(model, query, callerOf(request))).records);
    });
    const recorded = (kind: "add" | "edit", message: string) => async (request: Call) => {
      const form = await stored(request.params.id);
      const { id, ...body } = readRowBody(request.body);
      const row = { ...body, cgformHeadId: form.head.id, ...(kind === "edit" ? { id: readId(id) } : {}) };
      return ok(await save(kind, request, row), message);
    };
    api.post(`${base}/${path}/:id`, enhancing("add"), recorded("add", "添加成功！"));
    api.put(`${base}/${path}/:id`, enhancing("edit"), recorded("edit", "修改成功!"));
    // The console's own calls, as every model has them.
    const own = `/online/cgform/${path}`;
    api.post(`${own}/add`, enhancing("add"), async (request) =>
      ok(await save("add", request, readRowBody(request.body)), "添加成功！"),
    );
    api.put(`${own}/edit`, enhancing("edit"), async (request) => {
      const body = readRowBody(request.body);
      const before = await engine.queryById(model, readId(body.id), callerOf(request));
      return ok(await save("edit", request, { ...withoutSystem(before), ...body }), "编辑成功!");
    });
    api.delete(`${base}/${path}/:id`, enhancing("delete"), async (request: Call) => {
      await engine.remove(model, [readId(request.params.id)], callerOf(request));
      return ok(null, "删除成功!");
    });
    api.delete(`${base}/${batch}`, enhancing("delete"), async (request: Call) => {
      await engine.remove(model, readIds(request.query.ids), callerOf(request));
      return ok(null, "删除成功!");
    });
  }

  /** Explained as its author: a statement over tables that its author may not open is not stored. */
  async function explainStatement({ cgformHeadId, cgbSql }: Row, caller: Caller): Promise<void> {
    const form = await stored(cgformHeadId);
    await atField("cgbSql", async () => {
      const { select } = await readChange(textOf(cgbSql), engine.models, columnsOf(form));
      await reports.sql.explain({ report: select, caller });
    });
  }

  /** Hosts are the operator's to list, so only a running server knows them. */
  async function refuseTarget({ cgJavaValue }: Row): Promise<void> {
    await atField("cgJavaValue", async () => void handlers.target(textOf(cgJavaValue)));
  }

  async function stored(id: unknown): Promise<StoredForm> {
    const form = await readForm(db.kysely, engine.models, readId(id));
    if (!form) throw new AppError("ROW_NOT_FOUND");
    return form;
  }
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const columnsOf = ({ fields }: StoredForm): ReadonlySet<string> =>
  new Set(fields.map(({ dbFieldName }) => dbFieldName));
/** The stored values that a form of the console left out, for the checks. */
const withoutSystem = ({ cgformHeadId, buttonCode, cgbSql, cgJavaValue }: Row): Row => ({
  ...{ cgformHeadId, buttonCode },
  ...(cgbSql === undefined ? {} : { cgbSql }),
  ...(cgJavaValue === undefined ? {} : { cgJavaValue }),
});

/** A refusal about one field stands at that field. */
async function atField(field: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.errorName !== "INVALID") throw error;
    const reason = String(error.details.reason ?? "");
    const place = typeof error.result === "object" ? error.result : {};
    throw new AppError("INVALID", { details: { reason }, result: { ...place, fieldErrors: { [field]: reason } } });
  }
}

/** Whichever way a row comes, its button is one that does something on the server. */
async function refuseButton({ cgformHeadId, buttonCode }: Draft, { trx, engine }: SaveContext): Promise<StoredForm> {
  const form = await readForm(trx, engine.models, readId(cgformHeadId));
  if (!form) throw new AppError("ROW_NOT_FOUND");
  const button = form.buttons.find((one) => one.buttonCode === buttonCode);
  if (button?.optType === "action") return form;
  throw refuseField("buttonCode", `表单没有可以增强的按钮${quoted(buttonCode)}`);
}

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [enhanceModels.sql]: {
    async beforeSave(draft, context) {
      const form = await refuseButton(draft, context);
      await atField("cgbSql", async () => {
        await readChange(textOf(draft.cgbSql), context.engine.models, columnsOf(form));
      });
    },
  },
  [enhanceModels.java]: {
    async beforeSave(draft, context) {
      await refuseButton(draft, context);
    },
  },
};
