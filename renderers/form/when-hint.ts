import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { DictionaryCache } from "../../runtime/react/dictionary-cache.ts";
import { messages } from "../messages.ts";

const equals = /^\s*row\.(\w+)\s*==\s*'([^']*)'\s*$/;
const among = /^\s*row\.(\w+)\s+in\s+\[([^\]]*)\]\s*$/;

/**
 * When a field applies, in words: `{{ row.payType == 'transfer' }}` → 支付方式为“银行转账”时填写.
 * Conditions that are more than one comparison have no short sentence and give none.
 */
export function whenHint(
  field: ResolvedField,
  model: ResolvedModel,
  dictionaries: Pick<DictionaryCache, "text">,
): string | undefined {
  const source = field.when?.replace(/^\{\{|\}\}$/g, "") ?? "";
  const [, name = "", rest = ""] = equals.exec(source) ?? among.exec(source) ?? [];
  const other = model.fields.get(name);
  if (!other) return undefined;
  const values = among.test(source) ? [...rest.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? "") : [rest];
  const words = values.map((value) => (other.dict ? (dictionaries.text(other.dict, value) ?? value) : value));
  return messages.form.appliesWhen(other.title, messages.form.oneOf(words));
}
