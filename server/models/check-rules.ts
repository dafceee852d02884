import { sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { patternValueLimit, regularExpression } from "../../runtime/record/patterns.ts";
import type { Queryable } from "../db/database.ts";
import { readKept, type Work } from "./engine-parts.ts";

/** One test of a rule; `digits` is `*` for the whole value or the number of characters that it takes. */
export interface Step {
  readonly digits: string;
  readonly pattern: string;
  readonly message: string;
}

type CheckRule = (code: string, value: string) => string | undefined;

/** The stored check rules (contract 03 §3.5) that the fields of a model name, ready to run. */
export async function checkRulesOf(work: Work, model: ResolvedModel): Promise<CheckRule> {
  const codes = [...model.fields.values()].flatMap((field) =>
    field.rules.flatMap((rule) => ("checkRule" in rule ? [rule.checkRule] : [])),
  );
  const { models } = work.parts;
  const table = models.get("system/check-rule")?.table ?? "";
  const load = () => loadCheckRules(work.trx, models, codes);
  const byCode = codes.length === 0 ? new Map() : await readKept(work, `check ${codes.join()}`, [table], load);
  return (code, value) => failedStep(byCode.get(code) ?? [], value)?.message;
}

/** The steps of stored check rules by code; an unknown code is absent. */
export async function loadCheckRules(
  database: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  codes: readonly string[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const stored = models.get("system/check-rule");
  if (codes.length === 0 || !stored) return new Map();
  const { rows } = await sql<{ code: string; steps: unknown }>`
    select rule_code as code, rule_json as steps from ${sql.table(stored.table)}
    where rule_code in (${sql.join([...new Set(codes)])})`.execute(database);
  return new Map(rows.map((row) => [row.code, readSteps(row.steps)]));
}

/** The first step that the value fails: `*` tests the whole value, a number the next characters. */
export function failedStep(steps: readonly Step[], value: string): Step | undefined {
  if (value.length > patternValueLimit) return steps[0];
  let position = 0;
  for (const step of steps) {
    const length = Number(step.digits);
    const part = step.digits === "*" ? value : value.slice(position, position + length);
    if (step.digits !== "*") position += length;
    if (!regularExpression(`^(?:${step.pattern})$`)?.test(part)) return step;
  }
  return undefined;
}

function readSteps(stored: unknown): Step[] {
  const list = typeof stored === "string" ? JSON.parse(stored) : stored;
  if (!Array.isArray(list)) return [];
  return list.map((step) => ({
    digits: String(step?.digits ?? "*"),
    pattern: String(step?.pattern ?? ""),
    message: String(step?.message ?? "格式不正确"),
  }));
}
