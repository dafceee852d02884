import type { FastifyRequest } from "fastify";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { quoted, refuseField } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { ModelHooks } from "../models/hooks.ts";
import { scriptModel, scriptsAreOff } from "../online/forms/scripts/form-scripts.ts";
import { readForm } from "../online/forms/stored-forms.ts";

const base = "/online/cgform/script";
const scripting = (action: "list" | "add" | "edit") =>
  ({ config: { permission: `online:cgform-enhance:${action}`, platform: true } }) as const;

/** Scripts of online forms: kept and run only where the operator switched them on, on the server and in no page. */
export const routes: RouteModule = (api, { engine, formScripts }) => {
  api.get(`${base}/state`, scripting("list"), async () =>
    ok({ isOn: formScripts.isOn, message: formScripts.isOn ? "" : scriptsAreOff }),
  );

  const save = async (kind: "add" | "edit", request: FastifyRequest, row: Row) => {
    const problem = await formScripts.problem(typeof row.script === "string" ? row.script : "");
    if (problem !== undefined) throw refuseField("script", problem);
    const caller = callerOf(request);
    if (kind === "add") return engine.add(scriptModel, row, caller, { idempotencyKey: idempotencyKeyOf(request) });
    return engine.edit(scriptModel, row, caller);
  };
  api.post(`${base}/add`, scripting("add"), async (request) =>
    ok(await save("add", request, readRowBody(request.body)), "添加成功！"),
  );
  for (const method of ["PUT", "POST"] as const) {
    api.route({
      ...{ method, url: `${base}/edit`, ...scripting("edit") },
      handler: async (request) => {
        const body = readRowBody(request.body);
        const { script } = await engine.queryById(scriptModel, readId(body.id), callerOf(request));
        return ok(await save("edit", request, { script, ...body }), "编辑成功!");
      },
    });
  }
};

export const hooks: Readonly<Record<string, ModelHooks>> = {
  [scriptModel]: {
    async beforeSave({ cgformHeadId, event, buttonCode }, { trx, engine }) {
      const form = await readForm(trx, engine.models, readId(cgformHeadId));
      if (!form) throw new AppError("ROW_NOT_FOUND");
      if (event !== "button") return;
      const button = form.buttons.find((one) => one.buttonCode === buttonCode);
      if (button?.optType !== "action") {
        throw refuseField("buttonCode", `表单没有可以增强的按钮${quoted(buttonCode)}`);
      }
    },
  },
};
