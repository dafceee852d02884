import { isNumeric } from "../../../../runtime/model/field-types.ts";
import type { ResolvedField, Row } from "../../../../runtime/model/resolved-model.ts";
import type { OnlineFormDefinition, OnlineFormField } from "../../../../runtime/online-forms/definition.ts";
import { takesSeveral } from "../../../../runtime/online-forms/definition.ts";
import { linkConfigOf, numberOf, splitList } from "../../../../runtime/online-forms/field-texts.ts";
import { enteredFields } from "../../../../runtime/online-forms/form-columns.ts";
import { fieldAccess } from "../../../../runtime/permission/field-access.ts";
import type { ServerContext } from "../../../context.ts";
import { dictKeys, wireButtons } from "./describe-list.ts";
import { optionsOf } from "./form-options.ts";
import { deniedActions, type OpenForm } from "./open-form.ts";

type Parts = Pick<ServerContext, "documents" | "dictionaries" | "engine">;
type Table = Pick<OpenForm, "definition" | "model" | "caller">;

/** `getFormItem` (contract 06 §6.6): the form as a JSON schema of recorded clients. */
export async function describeForm(parts: Parts, form: OpenForm): Promise<Row> {
  const { definition, caller } = form;
  const { table, describe, required, properties } = await describeTable(parts, form);
  const subs: Record<string, Row> = {};
  for (const [index, sub] of form.subs.entries()) {
    subs[sub.relation] = await describeSub(parts, { ...sub, caller }, index + 1);
  }
  return {
    schema: { table, describe, required, properties: { ...properties, ...subs } },
    head: definition.head,
    cgButtonList: wireButtons(definition, ["form"], caller),
    enhanceJs: "",
    ...(deniedActions(definition, caller).includes("update") ? { form_disable_update: true } : {}),
  };
}

async function describeTable(parts: Parts, { definition, model, caller }: Table) {
  const { head } = definition;
  const properties: Record<string, Row> = {};
  const required: string[] = [];
  const entered = new Set(enteredFields(definition));
  for (const [index, stored] of definition.fields.entries()) {
    const field = model.fields.get(stored.dbFieldName);
    if (!field || field.system) continue;
    const { visible, writable } = fieldAccess(model, field, caller);
    if (!visible) continue;
    const isHidden = !entered.has(stored);
    if (field.required === true && !isHidden) required.push(stored.dbFieldName);
    const options = field.dict?.kind === "code" ? await optionsOf(parts, field.dict, caller) : null;
    const locked = stored.isReadOnly === 1 || !writable;
    properties[stored.dbFieldName] = {
      ...property(stored, field),
      view: isHidden ? "hidden" : viewOf(stored, field),
      order: stored.orderNum ?? index,
      ...(options ? { enum: options.map(({ value, text }) => ({ value, text, label: text })) } : {}),
      ...(locked ? { ui: { widgetattrs: { disabled: true } } } : {}),
    };
  }
  return { table: head.tableName, describe: head.tableTxt, required, properties };
}

/** A number field has an input of its own. */
function viewOf({ fieldShowType }: OnlineFormField, field: ResolvedField): string {
  // Recorded clients know no editor of JSON.
  const view = fieldShowType === "json" ? "textarea" : fieldShowType || "text";
  return view === "text" && isNumeric(field) ? "number" : view;
}

function property(stored: OnlineFormField, field: ResolvedField): Row {
  const [rule] = field.rules;
  return {
    title: stored.dbFieldTxt,
    type: isNumeric(field) ? "number" : "string",
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(rule && "pattern" in rule
      ? { pattern: rule.pattern, ...(rule.message ? { errorInfo: rule.message } : {}) }
      : {}),
    ...(stored.fieldDefaultValue ? { defVal: stored.fieldDefaultValue } : {}),
    ...(stored.fieldExtendJson ? { fieldExtendJson: stored.fieldExtendJson } : {}),
    ...dictKeys(field.dict),
    ...popupKeys(stored),
    ...linkKeys(stored),
  };
}

function popupKeys(stored: OnlineFormField): Row {
  if (stored.fieldShowType !== "popup") return {};
  return {
    code: stored.dictTable ?? "",
    orgFields: stored.dictField ?? "",
    destFields: stored.dictText ?? "",
    popupMulti: takesSeveral(stored),
  };
}

function linkKeys(stored: OnlineFormField): Row {
  const config = stored.fieldShowType === "link_down" ? linkConfigOf(stored.dictTable) : undefined;
  return config ? { config, linkFields: splitList(config.linkField) } : {};
}

/** Inputs of the editable table, by control. */
const columnTypes: Readonly<Record<string, string>> = {
  list: "select",
  radio: "select",
  list_multi: "list_multi",
  sel_search: "sel_search",
  date: "date",
  datetime: "datetime",
  time: "time",
  switch: "checkbox",
  textarea: "textarea",
  json: "textarea",
  file: "file",
  image: "image",
  popup: "popup",
  sel_user: "sel_user",
  sel_depart: "sel_depart",
  pca: "pca",
};

async function describeSub(parts: Parts, table: Table & { readonly relation: string }, order: number): Promise<Row> {
  const { definition, relation } = table;
  const described = await describeTable(parts, table);
  const common = {
    view: "tab",
    key: relation,
    describe: described.describe,
    order,
    relationType: definition.head.relationType ?? 0,
    foreignKey: foreignKeyOf(definition),
    required: described.required,
  };
  if (definition.head.relationType === 1) return { ...common, properties: described.properties };
  return { ...common, columns: columnsOf(table, described) };
}

const foreignKeyOf = ({ fields }: OnlineFormDefinition): string | undefined =>
  fields.find(({ mainTable }) => mainTable)?.dbFieldName;

function columnsOf(
  { definition, model }: Table,
  {
    properties,
    required,
  }: { readonly properties: Readonly<Record<string, Row>>; readonly required: readonly string[] },
): readonly Row[] {
  return enteredFields(definition)
    .filter(({ mainTable, dbFieldName }) => !mainTable && Object.hasOwn(properties, dbFieldName))
    .map((stored) => {
      const key = stored.dbFieldName;
      const field = model.fields.get(key);
      const { title, pattern, errorInfo, enum: options, ui, ...rest } = properties[key] ?? {};
      const rules = [
        ...(required.includes(key) ? [{ required: true, message: `${stored.dbFieldTxt}不能为空` }] : []),
        ...(pattern === undefined ? [] : [{ pattern, message: errorInfo ?? "不符合校验规则!" }]),
        ...(stored.fieldValidType === "only" ? [{ pattern: "only", message: `${stored.dbFieldTxt}不能重复` }] : []),
      ];
      return {
        key,
        title,
        type: columnTypes[stored.fieldShowType ?? ""] ?? (field && isNumeric(field) ? "inputNumber" : "input"),
        width: `${numberOf(stored.fieldLength) ?? 120}px`,
        validateRules: rules,
        ...(options === undefined ? {} : { options }),
        ...(ui === undefined ? {} : { disabled: true }),
        ...(rest.dictCode === undefined ? {} : { dictCode: rest.dictCode }),
        ...(rest.defVal === undefined ? {} : { defaultValue: rest.defVal }),
        ...controlKeys(rest, field),
      };
    });
}

/** What the controls of a popup and of a switch are set up with. */
function controlKeys({ code, orgFields, destFields }: Row, field: ResolvedField | undefined): Row {
  return {
    ...(code === undefined ? {} : { popupCode: code, orgFields, destFields }),
    ...(field?.widget?.type === "switch" ? { customValue: field.widget.values } : {}),
  };
}
