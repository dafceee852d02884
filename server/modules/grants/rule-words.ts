import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Queryable } from "../../db/database.ts";
import { type MenuRule, modelsOfMenus } from "./broken-rules.ts";
import type { WireDataRule } from "./data-rules-of.ts";

/** A data rule as people read it; what has no words stays as it is written. */
export interface RuleWords {
  readonly columnText: string;
  readonly conditionText: string;
  readonly valueText: string;
}

/** The words of operators and variables, as their dictionaries name them. */
export interface RuleTexts {
  conditionText(condition: string): string;
  valueText(value: string): string;
}

/** Reads the dictionaries of data rules. */
export async function loadRuleTexts(db: Queryable): Promise<RuleTexts> {
  const { rows } = await sql<{ value: string; text: string }>`
    select item.item_value as value, item.item_text as text from sys_dict_item item
    join sys_dict dict on dict.id = item.dict_id
    where dict.dict_code in ('rule_conditions', 'rule_variables')`.execute(db);
  const texts = new Map(rows.map(({ value, text }) => [value, text]));
  const textOf = (written: string) => texts.get(written) ?? written;
  return { conditionText: textOf, valueText: (value) => value.replace(/#\{[^}]*\}/g, textOf) };
}

/**
 * Rules in words, in their order.
 *
 * @example sysOrgCode = #{sys_org_code} → 所属部门 等于 本人当前部门
 */
export async function ruleWords(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  rules: readonly MenuRule[],
): Promise<readonly RuleWords[]> {
  const texts = await loadRuleTexts(db);
  const narrowed = await modelsOfMenus(
    db,
    models,
    rules.map(({ permissionId }) => permissionId),
  );
  return rules.map(({ permissionId, column, condition, value }) => {
    const fields = narrowed(permissionId).flatMap((model) => model.fields.get(column) ?? []);
    return {
      columnText: fields[0]?.title ?? column,
      conditionText: texts.conditionText(condition),
      valueText: texts.valueText(value),
    };
  });
}

/**
 * Stored rules by their ids, each with its name and what it compares.
 *
 * @example 本店的订单（所属部门 等于 本人当前部门）
 */
export async function ruleSentences(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  rules: readonly WireDataRule[],
): Promise<ReadonlyMap<string, string>> {
  const words = await ruleWords(db, models, rules.map(asMenuRule));
  return new Map(
    rules.map(({ id, ruleName }, index) => {
      const { columnText, conditionText, valueText } = words[index] as RuleWords;
      return [id, `${ruleName}（${columnText} ${conditionText} ${valueText}）`];
    }),
  );
}

export const asMenuRule = (rule: WireDataRule): MenuRule => ({
  permissionId: rule.permissionId,
  column: rule.ruleColumn,
  condition: rule.ruleConditions,
  value: rule.ruleValue,
});
