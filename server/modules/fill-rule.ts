import { clientHeader, consoleName } from "../../runtime/wire/client-name.ts";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import { fillHandlerNames } from "../models/fill-rules.ts";
import type { ModelHooks } from "../models/hooks.ts";

type Query = Readonly<Record<string, string | undefined>>;

const model = "system/fill-rule";

/** The list, with the parameters as a JSON text for clients of the contract (03 §3.6): they show and edit the text. */
export const routes: RouteModule = (api, { engine }) => {
  api.get<{ Querystring: Query }>(
    "/sys/fillRule/list",
    { config: { permission: "system:fill-rule:list" } },
    async (request) => {
      const page = await engine.list(model, request.query, callerOf(request));
      if (request.headers[clientHeader.toLowerCase()] === consoleName) return ok(page);
      const records = page.records.map((row) => ({ ...row, ruleParams: textOf(row.ruleParams) }));
      return ok({ ...page, records });
    },
  );
};

const textOf = (params: unknown) => (params === null || params === undefined ? null : JSON.stringify(params));

/** Parameters as our form sends them, or as the text of clients of the contract; an empty text is none. */
function readParams(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  if (value.trim() === "") return null;
  try {
    return JSON.parse(value);
  } catch {
    throw refuse("规则参数须是 JSON 对象");
  }
}

const fillRuleHooks: ModelHooks = {
  beforeSave(draft) {
    const name = String(draft.ruleClass ?? "");
    if (!fillHandlerNames.includes(name)) {
      throw refuse(`没有处理程序“${name.slice(0, 50)}”，可用的有 ${fillHandlerNames.join("、")}`);
    }
    const params = readParams(draft.ruleParams);
    if (params !== null && (typeof params !== "object" || Array.isArray(params))) {
      throw refuse("规则参数须是 JSON 对象");
    }
    draft.ruleParams = params;
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: fillRuleHooks };
