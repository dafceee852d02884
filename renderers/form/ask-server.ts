import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { mayAsk } from "../../runtime/react/field-rights.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { warnsOfTaken } from "../../runtime/record/patterns.ts";
import type { FieldError } from "../../runtime/record/record-types.ts";
import type { Rule } from "../../runtime/schema/types.gen.ts";

/** Asks a stored check rule about a value; a server that does not answer leaves the decision to the save. */
export function askCheckRule(
  services: ConsoleServices,
  ruleCode: string,
): (value: unknown) => Promise<string | undefined> {
  return (value) =>
    refusalOf(services, "/sys/checkRule/checkByCode", { ruleCode, value: encodeURIComponent(String(value)) });
}

/** What only the server can say about the value of a field: the first error, or else all warnings. */
export type ServerCheck = (name: string, value: unknown) => Promise<readonly FieldError[]>;

/**
 * The stored check rules of a field, and whether another record holds the value (`unique`, or a warning by the rule `only`),
 * asked when the field is left.
 *
 * @param dataId the record that may hold the value itself; undefined for a new one
 */
export function serverCheck(model: ResolvedModel, services: ConsoleServices, dataId: unknown): ServerCheck {
  return async (name, value) => {
    const field = model.fields.get(name);
    if (!field || field.readOnly) return [];
    const warnings: FieldError[] = [];
    for (const rule of field.rules) {
      const { level = "error" } = rule;
      const refusal = await refusalByRule(rule, field, value);
      if (refusal === undefined) continue;
      const found: FieldError = { field: name, message: rule.message ?? refusal, level };
      if (level === "error") return [found];
      warnings.push(found);
    }
    const taken = field.unique ? await refusalOfTaken(field, value) : undefined;
    if (taken === undefined) return warnings;
    return [{ field: name, message: ownMessage(model, field) ?? taken, level: "error" }];
  };

  async function refusalByRule(rule: Rule, field: ResolvedField, value: unknown): Promise<string | undefined> {
    if ("checkRule" in rule) return askCheckRule(services, rule.checkRule)(value);
    return warnsOfTaken(rule) ? refusalOfTaken(field, value) : undefined;
  }

  async function refusalOfTaken(field: ResolvedField, value: unknown): Promise<string | undefined> {
    // The server compares nothing for who sees the values masked; the save says what is wrong.
    if (!mayAsk(services, model, field)) return undefined;
    const { name } = field;
    const question = { tableName: model.id, fieldName: name, fieldVal: String(value), dataId: String(dataId ?? "") };
    return refusalOf(services, "/sys/duplicate/check", question);
  }
}

/** The document's own words for a value that is taken. */
function ownMessage(model: ResolvedModel, { name }: ResolvedField): string | undefined {
  return model.indexes.find(({ unique, fields }) => unique && fields.length === 1 && fields[0] === name)?.message;
}

/** Why the server refuses; undefined when it does not, or does not answer: one that cannot be reached says nothing. */
async function refusalOf(
  services: ConsoleServices,
  url: string,
  params: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    await services.send({ method: "GET", url, params });
    return undefined;
  } catch (reason) {
    return reason instanceof RequestError && reason.status === 200 ? reason.message : undefined;
  }
}
