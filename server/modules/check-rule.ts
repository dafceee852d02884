import { regularExpression } from "../../runtime/record/patterns.ts";
import { isRiskyPattern } from "../../runtime/record/risky-pattern.ts";
import { refuse } from "../http/refusal.ts";
import type { ModelHooks } from "../models/hooks.ts";

interface Step {
  readonly digits?: unknown;
  readonly pattern?: unknown;
  readonly message?: unknown;
}

const maxSteps = 50;

/** A check rule is a list of steps, each with a length, a pattern that can be read, and what to say (contract 03 §3.5). */
const checkRuleHooks: ModelHooks = {
  beforeSave(draft) {
    const steps = readSteps(draft.ruleJson);
    for (const [index, step] of steps.entries()) {
      const problem = problemOf(step);
      if (problem) throw refuse(`第 ${index + 1} 条规则：${problem}`);
    }
  },
};

function readSteps(value: unknown): readonly Step[] {
  let steps: unknown = value;
  if (typeof value === "string") {
    try {
      steps = JSON.parse(value);
    } catch {
      throw refuse("规则内容须是 JSON 数组");
    }
  }
  if (!Array.isArray(steps) || steps.length === 0) throw refuse("规则内容至少要有一条");
  if (steps.length > maxSteps) throw refuse(`规则内容最多 ${maxSteps} 条`);
  return steps;
}

function problemOf({ digits, pattern, message }: Step): string | undefined {
  if (digits !== "*" && !/^[1-9]\d{0,3}$/.test(String(digits ?? ""))) return "位数须为 * 或正整数";
  if (typeof pattern !== "string" || pattern === "" || pattern.length > 500) return "请填写正则表达式";
  if (!regularExpression(`^(?:${pattern})$`) || isRiskyPattern(pattern))
    return `正则表达式有误，或可能用时过长：${pattern}`;
  return typeof message === "string" && message !== "" ? undefined : "请填写不通过时的提示";
}

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/check-rule": checkRuleHooks };
