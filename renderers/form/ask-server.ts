import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { mayAsk } from "../../runtime/react/field-rights.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";

/** Asks a stored check rule about a value; a server that does not answer leaves the decision to the save. */
export function askCheckRule(
  services: ConsoleServices,
  ruleCode: string,
): (value: unknown) => Promise<string | undefined> {
  return (value) =>
    refusalOf(services, "/sys/checkRule/checkByCode", { ruleCode, value: encodeURIComponent(String(value)) });
}

/** What only the server can say about the value of a field. */
export type ServerCheck = (name: string, value: unknown) => Promise<string | undefined>;

/**
 * The stored check rules of a field, and whether another record holds a value that is unique, asked when the field is left.
 *
 * @param dataId the record that may hold the value itself; undefined for a new one
 */
export function serverCheck(model: ResolvedModel, services: ConsoleServices, dataId: unknown): ServerCheck {
  return async (name, value) => {
    const field = model.fields.get(name);
    if (!field || field.readOnly) return undefined;
    for (const rule of field.rules) {
      if (!("checkRule" in rule) || rule.level === "warning") continue;
      const refusal = await askCheckRule(services, rule.checkRule)(value);
      if (refusal !== undefined) return rule.message ?? refusal;
    }
    // The server compares nothing for who sees the values masked; the save says what is wrong.
    if (!field.unique || !mayAsk(services, model, field)) return undefined;
    const question = { tableName: model.id, fieldName: name, fieldVal: String(value), dataId: String(dataId ?? "") };
    const refusal = await refusalOf(services, "/sys/duplicate/check", question);
    return refusal === undefined ? undefined : (ownMessage(model, field) ?? refusal);
  };
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
