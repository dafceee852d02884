import type { SuperField } from "../../../renderers/super-query/query-fields.ts";
import { impliedDict } from "../../../runtime/compile/defaults.ts";
import { isNumeric } from "../../../runtime/model/field-types.ts";
import { resolveModel } from "../../../runtime/model/resolve-model.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { compileModels } from "../../../runtime/online-forms/compile-model.ts";
import type { OnlineFormDefinition, OnlineFormField } from "../../../runtime/online-forms/definition.ts";
import type { EffectKind, RuleOp } from "../../../runtime/online-forms/rules/form-rule.ts";
import type { SuperRule } from "../../../runtime/query/super-query.ts";

/** The fields of a form as its designer has them now, with the controls that their values are entered by. */
export function ruleFields(row: Row): ReadonlyMap<string, SuperField> {
  const rows = Array.isArray(row.fields) ? (row.fields as readonly OnlineFormField[]) : [];
  const fields = rows.filter(({ dbFieldName, dbFieldTxt, dbType }) => dbFieldName && dbFieldTxt && dbType);
  if (fields.length === 0) return new Map();
  const head = { tableName: "ext_rules", tableTxt: "-", tableType: 1 } as const;
  const definition: OnlineFormDefinition = { head, fields, indexes: [], buttons: [], subs: [] };
  const [document] = compileModels(definition, { tableOf: () => undefined }).models;
  if (!document) return new Map();
  const model = resolveModel(document, () => undefined);
  return new Map(
    fields.flatMap(({ dbFieldName: name }): [string, SuperField][] => {
      const field = model.fields.get(name);
      if (!field || field.system) return [];
      return [[name, { name, title: field.title, field, dict: impliedDict(field, "text"), options: () => undefined }]];
    }),
  );
}

const equal: readonly RuleOp[] = ["eq", "ne", "in", "empty", "filled"];
const ordered: readonly RuleOp[] = ["eq", "ne", "gt", "ge", "lt", "le", "empty", "filled"];
const texts: readonly RuleOp[] = ["eq", "ne", "contains", "in", "empty", "filled"];

/** The comparisons that make sense for a field; the first is what a new condition starts with. */
export function opsOf({ field, dict }: SuperField): readonly RuleOp[] {
  if (field.multiple) return ["has", "empty", "filled"];
  if (dict) return equal;
  if (isNumeric(field) || field.type === "date" || field.type === "datetime") return ordered;
  return field.widget && field.widget.type !== "input" && field.widget.type !== "textarea" ? equal : texts;
}

/** How the advanced query calls the same comparison: its controls are the ones that enter the value. */
export const queryRules: Readonly<Record<Exclude<RuleOp, "empty" | "filled">, SuperRule>> = {
  eq: "eq",
  ne: "ne",
  gt: "gt",
  ge: "ge",
  lt: "lt",
  le: "le",
  contains: "like",
  has: "eq",
  in: "in",
};

export const takesValue = (op: RuleOp): op is keyof typeof queryRules => op !== "empty" && op !== "filled";

/** Effects that are about several fields at once. */
export const isOfSeveral = (kind: EffectKind): kind is "show" | "hide" | "require" | "lock" =>
  kind === "show" || kind === "hide" || kind === "require" || kind === "lock";
