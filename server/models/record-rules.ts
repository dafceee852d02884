import { jsonValueProblem } from "../../runtime/json-schema/check-value.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { createRecordRules, type RecordRules } from "../../runtime/record/record-rules.ts";
import type { FieldError, RecordContext } from "../../runtime/record/record-types.ts";
import { AppError } from "../http/errors.ts";
import { checkRulesOf } from "./check-rules.ts";
import type { EngineParts, Work } from "./engine-parts.ts";
import { expressionUser } from "./expression-scope.ts";

const compiled = new WeakMap<ResolvedModel, RecordRules>();

/** The rules of a model's records, the same code as the browser's form; compiled once for each document. */
export function rulesOf(parts: Pick<EngineParts, "models">, model: ResolvedModel): RecordRules {
  const known = compiled.get(model);
  if (known) return known;
  const rules = createRecordRules(model, (id) => parts.models.get(id));
  compiled.set(model, rules);
  return rules;
}

/** What the rules may see on the server. `before` holds the stored row with its stored sub-rows. */
export async function recordContext(
  work: Work,
  model: ResolvedModel,
  mode: "add" | "edit",
  before?: Row,
): Promise<RecordContext> {
  return {
    mode,
    now: work.now,
    user: expressionUser(work.caller),
    perms: [...work.caller.permissions],
    checkRule: await checkRulesOf(work, model),
    jsonProblem: jsonValueProblem,
    ...(before ? { before } : {}),
  };
}

/** Refuses when an error is among the findings; warnings do not stop saving. The first message names its field. */
export function refuseErrors(model: ResolvedModel, errors: readonly FieldError[]): void {
  const fieldErrors: Record<string, string> = {};
  for (const error of errors) {
    if (error.level === "error") fieldErrors[error.field] ??= error.message;
  }
  const first = errors.find((error) => error.level === "error");
  if (!first) return;
  throw new AppError("INVALID", { details: { reason: namedMessage(model, first) }, result: { fieldErrors } });
}

function namedMessage(model: ResolvedModel, error: FieldError): string {
  const place =
    error.index === undefined ? "" : `${model.relations[error.relation ?? ""]?.title ?? ""}第 ${error.index + 1} 行：`;
  const title = error.relation === undefined ? model.fields.get(error.field)?.title : undefined;
  const isNamed = title === undefined || error.message.includes(title) || /^请/.test(error.message);
  return `${place}${isNamed ? "" : `${title}：`}${error.message}`;
}

/**
 * Relations that are loaded when a body does not bring them: those that computed values or checks of the model read, and
 * those whose rows compute from their master.
 */
export function relationsRead(parts: Pick<EngineParts, "models">, model: ResolvedModel): readonly string[] {
  const { plan } = rulesOf(parts, model);
  const texts = model.rules.map((rule) => rule.expr);
  const following = [...plan.nodes.values()].filter(
    ({ relation, readsBeyond }) => relation === undefined || readsBeyond.length > 0,
  );
  return [...plan.relations.keys()].filter(
    (name) => following.some(({ id }) => plan.relationsBehind(id).has(name)) || mentions(texts, name),
  );
}

/** Whether one of the expressions reads `row.<relation>`. */
export function mentions(texts: readonly string[], relation: string): boolean {
  return texts.some((text) => new RegExp(`\\brow\\.${relation}\\b`).test(text));
}
