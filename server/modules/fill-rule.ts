import { refuse } from "../http/refusal.ts";
import { fillHandlerNames } from "../models/fill-rules.ts";
import type { ModelHooks } from "../models/hooks.ts";

const fillRuleHooks: ModelHooks = {
  beforeSave(draft) {
    const name = String(draft.ruleClass ?? "");
    if (!fillHandlerNames.includes(name)) {
      throw refuse(`没有处理程序“${name.slice(0, 50)}”，可用的有 ${fillHandlerNames.join("、")}`);
    }
    const params = draft.ruleParams ?? {};
    if (typeof params !== "object" || Array.isArray(params)) throw refuse("规则参数须是 JSON 对象");
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/fill-rule": fillRuleHooks };
