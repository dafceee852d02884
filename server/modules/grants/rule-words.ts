import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import type { Queryable } from "../../db/database.ts";
import type { Dictionaries } from "../../models/dict/dictionaries.ts";
import { type MenuRule, modelsOfMenus } from "./broken-rules.ts";

/** A data rule as people read it; what has no words stays as it is written. */
export interface RuleWords {
  readonly columnText: string;
  readonly conditionText: string;
  readonly valueText: string;
}

/**
 * Rules in words, in their order.
 *
 * @example sysOrgCode = #{sys_org_code} → 所属部门 等于 当前部门编码
 */
export async function ruleWords(
  db: Queryable,
  models: ReadonlyMap<string, ResolvedModel>,
  dictionaries: Dictionaries,
  rules: readonly MenuRule[],
): Promise<readonly RuleWords[]> {
  const conditions = await textsOf(dictionaries, "rule_conditions");
  const variables = await textsOf(dictionaries, "rule_variables");
  const narrowed = await modelsOfMenus(
    db,
    models,
    rules.map(({ permissionId }) => permissionId),
  );
  return rules.map(({ permissionId, column, condition, value }) => {
    const fields = narrowed(permissionId).flatMap((model) => model.fields.get(column) ?? []);
    return {
      columnText: fields[0]?.title ?? column,
      conditionText: conditions.get(condition) ?? condition,
      valueText: value.replace(/#\{[^}]*\}/g, (written) => variables.get(written) ?? written),
    };
  });
}

async function textsOf(dictionaries: Dictionaries, code: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await dictionaries.options(code))?.map(({ value, text }) => [value, text]));
}
