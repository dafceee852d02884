import { commaParts } from "../../runtime/format/text.ts";
import { words } from "../../runtime/format/words.ts";
import type { SuperCondition, SuperRule } from "../../runtime/query/super-query.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { messages } from "../messages.ts";
import type { SuperField } from "./query-fields.ts";
import { superQueryMessages } from "./super-query-messages.ts";

const texts = superQueryMessages;

/** The rule in words; of days and times one says earlier and later. */
export function ruleWords(rule: string, field: SuperField | undefined): string {
  const type = field?.field.type;
  const isTime = type === "date" || type === "datetime" || type === "time";
  const byRule: Readonly<Record<string, string>> = isTime ? { ...texts.rules, ...texts.timeRules } : texts.rules;
  return byRule[rule as SuperRule] ?? rule;
}

/** The value in words, as far as they are known; a code nobody knows is shown as itself. */
export function valueWords(
  condition: Pick<SuperCondition, "val" | "text">,
  field: SuperField | undefined,
  dictionaries: DictionaryCache,
): string {
  if (field?.field.type === "boolean") {
    return String(condition.val) === "true" ? messages.form.yes : messages.form.no;
  }
  const dict = field?.dict;
  if (!dict) return condition.text || String(condition.val ?? "");
  const written = condition.text?.split(",") ?? [];
  return commaParts(condition.val)
    .map((part, index) => dictionaries.text(dict, part) ?? written[index] ?? part)
    .join(words.listComma);
}

/** Signs for a narrow place; words where there is none. */
const signs: Readonly<Record<string, string>> = { eq: "=", ne: "≠", gt: ">", ge: "≥", lt: "<", le: "≤" };
export const ruleSign = (rule: string, field: SuperField | undefined): string => signs[rule] ?? ruleWords(rule, field);
