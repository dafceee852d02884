import type { OnlineFormDefinition } from "../definition.ts";
import { bare, withFields } from "./conditions.ts";
import { type FormRule, type RuleEffect, rulesOf } from "./form-rule.ts";

/** The rules with other names for the fields, or tables, that they speak of. */
export function renameInRules(rules: readonly FormRule[], names: ReadonlyMap<string, string>): readonly FormRule[] {
  if (names.size === 0) return rules;
  const nameOf = (name: string): string => names.get(name) ?? name;
  const formulaOf = (formula: string): string => `{{ ${withFields(bare(formula), names)} }}`;
  const renamed = (effect: RuleEffect): RuleEffect => ({
    ...effect,
    ...("fields" in effect ? { fields: effect.fields.map(nameOf) } : {}),
    ...("field" in effect && effect.field ? { field: nameOf(effect.field) } : {}),
    ...("formula" in effect ? { formula: formulaOf(effect.formula) } : {}),
  });
  return rules.map((rule) => ({
    ...rule,
    when: rule.when.map((test) => ({ ...test, field: nameOf(test.field) })),
    ...(rule.formula ? { formula: formulaOf(rule.formula) } : {}),
    then: rule.then.map(renamed),
  }));
}

type Named = Pick<OnlineFormDefinition, "head" | "fields">;

/**
 * The rules of a form whose fields were renamed since `before`. Rules that were edited meanwhile may know the new names
 * already: of those only names follow that no field has any more.
 */
export function followedRules(before: Named, after: Named): readonly FormRule[] {
  const rules = rulesOf(after.head);
  const former = new Map(before.fields.map(({ id, dbFieldName }) => [id, dbFieldName]));
  const isEdited = JSON.stringify(rules) !== JSON.stringify(rulesOf(before.head));
  const current = new Set(after.fields.map(({ dbFieldName }) => dbFieldName));
  const names = after.fields.flatMap(({ id, dbFieldName }): [string, string][] => {
    const was = id ? former.get(id) : undefined;
    if (was === undefined || was === dbFieldName || (isEdited && current.has(was))) return [];
    return [[was, dbFieldName]];
  });
  return renameInRules(rules, new Map(names));
}
