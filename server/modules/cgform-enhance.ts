import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId, readIds, readRowBody } from "../models/engine-parts.ts";
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
const enhancing = { config: { permission: "online:cgform:enhance", platform: true } } as const;

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
      ...{ method, url: `${base}/enhanceJs/:id`, ...enhancing },
      handler: async () => {
        throw refuse("页面脚本不执行；请用字段的默认值、校验规则，或按钮的语句和接口");
      },
    });
  }

  const families = [
    { path: "enhanceSql", batch: "deletebatchEnhanceSql", model: enhanceModels.sql, check: checkStatement },
    { path: "enhanceJava", batch: "deleteBatchEnhanceJava", model: enhanceModels.java, check: checkHandler },
  ] as const;
  for (const { path, batch, model, check } of families) {
    api.get(`${base}/${path}/:id`, reading, async (request: Call) => {
      const form = await stored(request.params.id);
      const query = { cgformHeadId: form.head.id, pageSize: "200" };
      return ok((await engine.list(model, query, callerOf(request))).records);
    });
    const save = (kind: "add" | "edit", message: string) => async (request: Call) => {
      const caller = callerOf(request);
      const form = await stored(request.params.id);
      const body = { ...readRowBody(request.body), cgformHeadId: form.head.id };
      refuseButton(form, body);
      await check(form, body, caller);
      const { id: _id, ...row } = body as Row;
      const known = kind === "edit" ? { ...row, id: readId((body as Row).id) } : row;
      return ok(await engine[kind](model, known, caller), message);
    };
    api.post(`${base}/${path}/:id`, enhancing, save("add", "添加成功！"));
    api.put(`${base}/${path}/:id`, enhancing, save("edit", "修改成功!"));
    api.delete(`${base}/${path}/:id`, enhancing, async (request: Call) => {
      await engine.remove(model, [readId(request.params.id)], callerOf(request));
      return ok(null, "删除成功!");
    });
    api.delete(`${base}/${batch}`, enhancing, async (request: Call) => {
      await engine.remove(model, readIds(request.query.ids), callerOf(request));
      return ok(null, "删除成功!");
    });
  }

  function refuseButton({ buttons }: StoredForm, { buttonCode }: Row): void {
    const button = buttons.find((one) => one.buttonCode === buttonCode);
    if (button?.optType !== "action") throw refuse(`表单没有可以增强的按钮${quoted(buttonCode)}`);
  }

  /** Read, explained as its author: a statement over tables that its author may not open is not stored. */
  async function checkStatement({ fields }: StoredForm, { cgbSql }: Row, caller: Caller): Promise<void> {
    const columns = new Set(fields.map(({ dbFieldName }) => dbFieldName));
    const { select } = await readChange(typeof cgbSql === "string" ? cgbSql : "", engine.models, columns);
    await reports.sql.explain({ report: select, caller });
  }

  async function checkHandler(_form: StoredForm, { cgJavaType = "http", cgJavaValue }: Row): Promise<void> {
    if (cgJavaType !== "http") throw refuse("只支持 http 接口，不执行服务器上的类和脚本");
    handlers.target(typeof cgJavaValue === "string" ? cgJavaValue : "");
  }

  async function stored(id: string | undefined): Promise<StoredForm> {
    const form = await readForm(db.kysely, engine.models, readId(id));
    if (!form) throw new AppError("ROW_NOT_FOUND");
    return form;
  }
};
