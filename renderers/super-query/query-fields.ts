import { impliedDict, queryEditor } from "../../runtime/compile/defaults.ts";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedDict, ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { SuperCondition, SuperRule } from "../../runtime/query/super-query.ts";
import { mayAsk } from "../../runtime/react/field-rights.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { yesNoPair } from "../../runtime/record/toggle.ts";
import type { Editor } from "../../runtime/schema/types.gen.ts";
import type { DictOption } from "../../runtime/wire/envelope.ts";
import { superQueryMessages } from "./super-query-messages.ts";

/** A field that a condition may name. */
export interface SuperField {
  /** Wire name, or `relation,field` for a field of sub-rows. */
  readonly name: string;
  /** `子表-字段` for a field of sub-rows. */
  readonly title: string;
  readonly field: ResolvedField;
  readonly dict: ResolvedDict | undefined;
  /** What its dictionary offers, as far as it is loaded. */
  readonly options: () => readonly DictOption[] | undefined;
}

const untold: ReadonlySet<string> = new Set(["id", "version", "tenantId"]);

/** The fields of a list's rows and of their sub-rows that this person may ask for. */
export function superFields(plan: ListPlan, services: ConsoleServices): readonly SuperField[] {
  const fields = fieldsOf(plan.model, services);
  const taken = new Set(fields.flatMap(({ system, title }) => (system ? [] : [title])));
  // A field of the model may be called as the department or the author that every row has.
  const titleOf = ({ system, title }: ResolvedField) =>
    system && taken.has(title) ? superQueryMessages.ofTheRow(title) : title;
  const own = fields.map((field) => superField(field, field.name, titleOf(field), services));
  const sub = Object.entries(plan.model.relations).flatMap(([name, relation]) => {
    const model = relation.kind === "tree" ? undefined : plan.models.get(relation.model);
    if (!model || relation.kind === "tree") return [];
    const title = relation.title ?? model.title;
    return fieldsOf(model, services)
      .filter((field) => !field.system && field.name !== relation.foreignKey)
      .map((field) => superField(field, `${name},${field.name}`, `${title}-${field.title}`, services));
  });
  return [...own, ...sub];
}

function fieldsOf(model: ResolvedModel, services: ConsoleServices): readonly ResolvedField[] {
  return [...model.fields.values()].filter(
    (field) => field.type !== "json" && !field.hidden && !untold.has(field.name) && mayAsk(services, model, field),
  );
}

function superField(field: ResolvedField, name: string, title: string, services: ConsoleServices): SuperField {
  const cell = field.system && /By$/.test(field.name) ? "user" : field.name === "sysOrgCode" ? "depart" : "text";
  const dict = impliedDict(field, cell);
  const options = () => (dict?.kind === "code" ? services.dictionaries.peek(dict.code) : undefined);
  return { name, title, field, dict, options };
}

const equalities: readonly SuperRule[] = ["eq", "ne"];
const orders: readonly SuperRule[] = ["eq", "ne", "gt", "ge", "lt", "le"];
const texts: readonly SuperRule[] = ["like", "eq", "ne", "right_like", "left_like", "in"];

/** QRY-01: the rules that make sense for a field; the first is what a new condition starts with. */
export function rulesOf({ field, dict }: SuperField): readonly SuperRule[] {
  if (field.multiple) return ["like", "eq", "ne", "in"];
  if (dict) return [...equalities, "in"];
  if (yesNoPair(field)) return equalities;
  if (field.widget?.type === "area") return ["right_like", "eq", "ne"];
  // A category's code begins with those above it: what begins with a code is that category and all below.
  if (field.widget?.type === "category-select") return ["right_like", ...equalities, "in"];
  if (field.widget && pickers.has(field.widget.type)) return [...equalities, "in"];
  if (isNumeric(field)) return [...orders, "in"];
  if (field.type === "date" || field.type === "datetime" || field.type === "time") return orders;
  return texts;
}

/** Pickers that choose a value by themselves; others are asked for through their dictionary. */
const pickers: ReadonlySet<Editor["type"]> = new Set([
  "user-picker",
  "depart-picker",
  "role-picker",
  "position-picker",
  "category-select",
  "tree-select",
  "area",
]);

/** The control that holds a condition's value, from the registry, by the field's type and the rule. */
export function valueEditor({ field, dict }: SuperField, rule: SuperRule): Editor {
  const { widget } = field;
  if (rule === "like" && !dict) return { type: "input" };
  if (widget && pickers.has(widget.type)) {
    return "multiple" in widget || rule === "in" ? ({ ...widget, multiple: rule === "in" } as Editor) : widget;
  }
  const asked: ResolvedField = { ...field, dict };
  if (dict) return queryEditor(asked, rule === "in" ? "in" : "eq");
  if (rule === "in") return { type: "input", placeholder: superQueryMessages.several };
  if (field.type === "datetime") return { type: rule === "eq" || rule === "ne" ? "date" : "datetime" };
  if (field.type === "time") return { type: "time" };
  return queryEditor(asked, "eq");
}

/** What the contract calls the kind of a value. */
export function superType({ field, dict }: SuperField, editor: Editor): string {
  if (editor.type === "user-picker") return "sel_user";
  if (editor.type === "depart-picker") return "sel_depart";
  if (editor.type === "area") return "pca";
  if (field.widget?.type === "popup") return "popup";
  if (dict?.kind === "model") return "sel_search";
  if (dict) return editor.type === "multi-select" ? "list_multi" : "select";
  if (yesNoPair(field)) return "switch";
  if (field.type === "integer") return "int";
  if (isNumeric(field)) return "number";
  return field.type === "date" || field.type === "datetime" || field.type === "time" ? field.type : "string";
}

/** QRY-04: what a condition carries of the control that held its value, so that another client can show it again. */
export function conditionParts({ field, dict, options }: SuperField, editor: Editor): Partial<SuperCondition> {
  const choices = options()?.map(({ value, text }) => ({ value, text }));
  const { widget } = field;
  return {
    ...(dict?.kind === "code" ? { dictCode: dict.code } : {}),
    ...(dict?.kind === "model" ? { dictTable: dict.model } : {}),
    ...(choices ? { options: choices } : {}),
    ...(editor.type === "user-picker" ? { customReturnField: editor.store ?? "username" } : {}),
    ...(editor.type === "depart-picker" ? { customReturnField: editor.store ?? "id" } : {}),
    ...(widget?.type === "popup" ? { popup: popupOf(widget) } : {}),
  };
}

function popupOf({ code, map }: Extract<Editor, { readonly type: "popup" }>): NonNullable<SuperCondition["popup"]> {
  return { code, orgFields: Object.keys(map).join(","), destFields: Object.values(map).join(",") };
}
