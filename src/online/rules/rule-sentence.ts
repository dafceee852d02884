import type { SuperField } from "../../../renderers/super-query/query-fields.ts";
import type { FormRule, RuleEffect, RuleTest } from "../../../runtime/online-forms/rules/form-rule.ts";
import type { DictionaryCache } from "../../../runtime/react/dictionary-cache.ts";
import { takesValue } from "./rule-fields.ts";
import { formRuleTexts as texts } from "./rule-texts.ts";

export interface SentenceParts {
  readonly fields: ReadonlyMap<string, SuperField>;
  /** Sub-forms by their tables. */
  readonly tables: ReadonlyMap<string, string>;
  readonly dictionaries: Pick<DictionaryCache, "text">;
}

/** A rule as people say it: 当 类型 等于“外出”，则 显示 事由，必填 事由. */
export function ruleSentence(rule: FormRule, parts: SentenceParts): string {
  const tests = rule.when.map((test) => testWords(test, parts));
  const condition = rule.formula || tests.join(rule.match === "all" ? texts.and : texts.or) || texts.blank;
  const effects = rule.then.map((effect) => effectWords(effect, parts)).join(texts.listComma) || texts.blank;
  return texts.sentence(condition, effects);
}

function testWords({ field, op, value, text }: RuleTest, parts: SentenceParts): string {
  const words = `${titleOf(field, parts)} ${texts.ops[op]}`;
  return takesValue(op) ? `${words} ${valueWords(field, value, text, parts)}` : words;
}

function valueWords(name: string, value: unknown, text: string | null | undefined, parts: SentenceParts): string {
  const values = Array.isArray(value) ? value : [value];
  if (values.every((one) => one === null || one === undefined || one === "")) return texts.blank;
  if (text) return texts.quoted(text);
  const dict = parts.fields.get(name)?.dict;
  const words = values.map((one) => (dict ? parts.dictionaries.text(dict, String(one)) : undefined) ?? String(one));
  return words.map(texts.quoted).join(texts.listComma);
}

function titleOf(name: string | null | undefined, { fields, tables }: SentenceParts): string {
  if (!name) return texts.blank;
  return fields.get(name)?.title ?? tables.get(name) ?? name;
}

function effectWords(effect: RuleEffect, parts: SentenceParts): string {
  switch (effect.do) {
    case "set":
      return texts.setTo(titleOf(effect.field, parts), valueWords(effect.field, effect.value, effect.text, parts));
    case "compute":
      return texts.computed(titleOf(effect.field, parts), effect.formula || texts.blank);
    case "options":
      return texts.limited(titleOf(effect.field, parts), valueWords(effect.field, effect.values, undefined, parts));
    case "hint":
      return texts.hinted(titleOf(effect.field, parts), effect.message || texts.blank);
    case "refuse":
      return texts.refused(effect.message || texts.blank);
    default: {
      const names = effect.fields.map((name) => titleOf(name, parts)).join("、") || texts.blank;
      return `${texts.effects[effect.do]} ${names}`;
    }
  }
}
