import type { Cell, Dict, Editor } from "../schema/types.gen.ts";
import {
  type FieldExtension,
  jsonSchemaOf,
  type OnlineFormField,
  type ShowType,
  switchValues,
  takesSeveral,
} from "./definition.ts";
import { type LinkConfig, linkConfigOf, numberOf, splitList } from "./field-texts.ts";
import { onlineFormMessages as texts } from "./messages.ts";

/** A table that definitions may name as a dictionary: fields by column. */
export interface NamedTable {
  readonly model: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** How the control of a field reads in our language. */
export interface Control {
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly dict?: Dict;
  /** A comma list of values. */
  readonly multiple?: boolean;
  /** The type that the control needs instead of a short text. */
  readonly type?: "text";
}

export interface ControlContext {
  readonly field: OnlineFormField;
  readonly extension: FieldExtension;
  readonly isNumber: boolean;
  readonly tableOf: (name: string) => NamedTable | undefined;
  readonly hasField: (name: string) => boolean;
  /** Reports an error at a key of the field. */
  readonly tell: (key: keyof OnlineFormField, message: string) => void;
}

type Make = (context: ControlContext) => Control;

const choices =
  (widget: Editor | undefined, multiple = false): Make =>
  (context) => ({
    ...(widget ? { widget } : {}),
    ...withDict(choiceDict(context)),
    ...(multiple ? { multiple } : {}),
  });

/** One row per control; contract 06 §6.4 says what each keeps in which key. */
export const controls: Readonly<Record<ShowType, Make>> = {
  text: () => ({}),
  password: () => ({ widget: { type: "password" }, cell: { type: "mask", keepStart: 0, keepEnd: 0 } }),
  list: choices({ type: "select" }),
  radio: choices({ type: "radio" }),
  checkbox: choices({ type: "multi-select" }, true),
  list_multi: choices({ type: "multi-select" }, true),
  sel_search: choices({ type: "search-select" }),
  switch: ({ field, isNumber, tell }) => {
    const values = switchValues(field, isNumber).map((value) => (isNumber ? Number(value) : value));
    if (values.some(Number.isNaN)) {
      tell("fieldExtendJson", texts.switchNumbers);
      return {};
    }
    return { widget: { type: "switch", values }, cell: { type: "switch", values } };
  },
  date: ({ extension }) => ({ widget: extension.picker === "month" ? { type: "month" } : { type: "date" } }),
  datetime: () => ({ widget: { type: "datetime" } }),
  time: () => ({ widget: { type: "time" } }),
  file: ({ extension }) => ({
    widget: { type: "file-upload", biz: "upload", ...countOf(extension) },
    cell: { type: "file" },
  }),
  image: ({ extension }) => ({
    widget: { type: "image-upload", biz: "upload", ...countOf(extension) },
    cell: { type: "image" },
  }),
  textarea: () => ({ widget: { type: "textarea" }, cell: { type: "ellipsis" } }),
  umeditor: () => ({ widget: { type: "rich-text" }, cell: { type: "html" }, type: "text" }),
  markdown: () => ({ widget: { type: "markdown" }, type: "text" }),
  json: ({ field, tell }) => {
    const schema = jsonSchemaOf(field);
    if (schema === undefined) tell("jsonSchema", texts.badSchema);
    return {
      widget: { type: "code-editor", language: "json", schema: schema ?? {} },
      cell: { type: "code", language: "json" },
      type: "text",
    };
  },
  sel_user: ({ extension }) => {
    const store = extension.store === "id" ? "id" : "username";
    const multiple = extension.multiSelect ?? true;
    return {
      widget: { type: "user-picker", store, multiple },
      dict: { model: "system/user", text: "realname", value: store },
      multiple,
    };
  },
  sel_depart: ({ extension }) => {
    const store = extension.store === "orgCode" || extension.store === "org_code" ? "orgCode" : "id";
    const multiple = extension.multiSelect ?? true;
    return {
      widget: { type: "depart-picker", store, multiple },
      dict: { model: "system/depart", text: "departName", value: store },
      multiple,
    };
  },
  pca: () => ({ widget: { type: "area" }, cell: { type: "area" } }),
  popup: popupControl,
  popup_dict: ({ field, extension, tell }) => {
    if (!field.dictTable) tell("dictTable", texts.popupCode);
    if (!field.dictTable || !field.dictField) return {};
    const multiple = extension.popupMulti === true;
    return {
      widget: {
        type: "popup",
        code: field.dictTable,
        map: { [field.dictField]: field.dbFieldName },
        ...(multiple ? { multiple } : {}),
      },
      dict: {
        report: field.dictTable,
        value: field.dictField,
        ...(field.dictText ? { text: field.dictText } : {}),
      },
      multiple,
    };
  },
  cat_tree: ({ field, hasField, tell }) => {
    const back = field.dictText || undefined;
    if (back !== undefined && !hasField(back)) tell("dictText", texts.noOwnField(back));
    return {
      widget: {
        type: "category-select",
        ...(field.dictField ? { root: field.dictField } : {}),
        ...(back === undefined ? {} : { back }),
      },
      dict: { model: "system/category", text: "name", value: "id" },
    };
  },
  sel_tree: treeControl,
  link_down: (context) => {
    // Only the first field of a chain has the settings; `linkedFields` gives them to the others.
    if (!context.field.dictTable) return {};
    const config = linkConfigOf(context.field.dictTable);
    if (!config) context.tell("dictTable", texts.linkConfig);
    return config ? { widget: { type: "select" }, ...withDict(linkDict(config, context)) } : {};
  },
  link_table: (context) => {
    const { field, extension } = context;
    const shown = splitList(field.dictText);
    const dict = tableDict(context, field.dictTable ?? "", shown[0] ?? "", field.dictField || "id");
    if (typeof dict !== "object" || !("model" in dict)) return {};
    const table = context.tableOf(tableAndCondition(field.dictTable ?? "").table);
    const columns = shown.flatMap((column) => table?.fields.get(column) ?? []);
    const multiple = extension.multiSelect === true;
    return {
      dict,
      widget: {
        type: "record-picker",
        model: dict.model,
        ...(columns.length > 0 ? { columns } : {}),
        ...(multiple ? { multiple } : {}),
      },
      multiple,
    };
  },
  link_table_field: () => ({}),
};

function popupControl({ field, hasField, tell }: ControlContext): Control {
  const [from, to] = [splitList(field.dictField), splitList(field.dictText)];
  if (!field.dictTable) tell("dictTable", texts.popupCode);
  if (from.length === 0 || from.length !== to.length) tell("dictText", texts.popupFields);
  const stranger = to.find((name) => !hasField(name));
  if (stranger !== undefined) tell("dictText", texts.noOwnField(stranger));
  if (!field.dictTable || from.length === 0 || from.length !== to.length || stranger !== undefined) return {};
  const multiple = takesSeveral(field);
  const map = Object.fromEntries(from.map((column, at) => [column, to[at] ?? ""]));
  return { widget: { type: "popup", code: field.dictTable, map, ...(multiple ? { multiple } : {}) }, multiple };
}

function treeControl(context: ControlContext): Control {
  const { field, tell } = context;
  const [id, pid, text, hasChild] = splitList(field.dictText);
  if (!field.dictTable || !id || !pid || !text) {
    tell("dictText", texts.treeDict);
    return {};
  }
  const dict = tableDict(context, field.dictTable, text, id);
  const table = context.tableOf(field.dictTable);
  if (typeof dict !== "object" || !table) return {};
  const named = (column: string) => table.fields.get(column) ?? column;
  return {
    dict,
    widget: {
      type: "tree-select",
      dict: [field.dictTable, dict.text, dict.value].join(),
      pidField: named(pid),
      ...(hasChild ? { hasChildField: named(hasChild) } : {}),
      ...(field.dictField ? { root: field.dictField } : {}),
    },
  };
}

const withDict = (dict: Dict | undefined): Pick<Control, "dict"> => (dict === undefined ? {} : { dict });

/** A code in `dictField` alone, or the rows of a table. */
function choiceDict(context: ControlContext): Dict | undefined {
  const { field, tell } = context;
  if (field.dictTable) return tableDict(context, field.dictTable, field.dictText ?? "", field.dictField ?? "");
  if (field.dictField) return field.dictField;
  tell("dictField", texts.noDict);
  return undefined;
}

const linkDict = (config: LinkConfig, context: ControlContext) =>
  tableDict(context, config.table, config.txt, config.key);

/** @param name a table, or a table with equal conditions after `where` */
function tableDict(
  { tableOf, tell }: ControlContext,
  name: string,
  text: string,
  value: string,
): Exclude<Dict, string> | undefined {
  const { table: tableName, condition } = tableAndCondition(name);
  const table = tableOf(tableName);
  if (!table) {
    tell("dictTable", texts.noTable(tableName));
    return undefined;
  }
  const [textField, valueField] = [table.fields.get(text), table.fields.get(value)];
  if (textField === undefined) tell("dictText", texts.noColumn(tableName, text));
  if (valueField === undefined) tell("dictField", texts.noColumn(tableName, value));
  const where = condition === undefined ? {} : readCondition(condition, table);
  if (where === undefined) tell("dictTable", texts.badCondition);
  if (textField === undefined || valueField === undefined || where === undefined) return undefined;
  return {
    model: table.model,
    text: textField,
    value: valueField,
    ...(Object.keys(where).length > 0 ? { where } : {}),
  };
}

export function tableAndCondition(text: string): { readonly table: string; readonly condition: string | undefined } {
  const [table = "", condition] = text.trim().split(/\s+where\s+/i);
  return { table: table.trim().toLowerCase(), condition };
}

/** `a = 'x' and b = 1` as values to be bound; anything else is not read. */
function readCondition(condition: string, table: NamedTable): Record<string, string | number> | undefined {
  const found: Record<string, string | number> = {};
  for (const part of condition.split(/\s+and\s+/i)) {
    const [, column = "", text, number] =
      /^\s*([a-z][a-z0-9_]*)\s*=\s*(?:'([^']*)'|(-?\d{1,15}))\s*$/i.exec(part) ?? [];
    const name = table.fields.get(column.toLowerCase());
    if (name === undefined) return undefined;
    found[name] = text ?? Number(number);
  }
  return found;
}

function countOf(extension: FieldExtension): { readonly count?: number } {
  const count = numberOf(extension.uploadnum);
  return count === undefined || count < 1 ? {} : { count: Math.trunc(count) };
}
