import { namedPatterns } from "../../record/patterns.ts";
import type { Cell, Dict, Editor, Field } from "../../schema/types.gen.ts";
import type { DbType, FieldExtension, OnlineFormField, ShowType } from "../definition.ts";
import { onlineFormMessages as texts } from "../messages.ts";
import { lengthOfBounds } from "../number-length.ts";

/** The table of a model, for definitions name tables and columns where documents name models and fields. */
export interface TableNames {
  readonly table: string;
  readonly columnOf: (field: string) => string | undefined;
}

export interface ReadContext {
  readonly tableOfModel: (modelId: string) => TableNames | undefined;
  /** The column of a field of the same model. */
  readonly columnOf: (field: string) => string;
  /** Something of the field that a definition has no word for. */
  readonly lost: (key: string, message: string) => void;
}

type Read = Partial<OnlineFormField> & { readonly extension?: FieldExtension };
type OfType<Type extends Editor["type"]> = Extract<Editor, { readonly type: Type }>;
type Readers = {
  readonly [Type in Editor["type"]]?: (widget: OfType<Type>, field: Field, context: ReadContext) => Read;
};

const shown = (fieldShowType: ShowType, more: Read = {}): Read => ({ fieldShowType, ...more });
const chosen =
  (fieldShowType: ShowType) =>
  (_widget: Editor, field: Field, context: ReadContext): Read => ({ fieldShowType, ...readDict(field.dict, context) });
const counted = (fieldShowType: ShowType) => (widget: { readonly count?: number }) =>
  shown(fieldShowType, widget.count === undefined ? {} : { extension: { uploadnum: widget.count } });

/** The control of a definition for each editor that it has one for. */
const readers: Readers = {
  input: () => shown("text"),
  number: () => shown("text"),
  password: () => shown("password"),
  select: chosen("list"),
  radio: chosen("radio"),
  "multi-select": chosen("list_multi"),
  "search-select": chosen("sel_search"),
  switch: ({ values = ["Y", "N"] }) => shown("switch", { fieldExtendJson: JSON.stringify(values) }),
  date: () => shown("date"),
  month: () => shown("date", { extension: { picker: "month" } }),
  datetime: () => shown("datetime"),
  time: () => shown("time"),
  "file-upload": counted("file"),
  "image-upload": counted("image"),
  textarea: () => shown("textarea"),
  "rich-text": () => shown("umeditor"),
  markdown: () => shown("markdown"),
  "code-editor": readCode,
  "user-picker": ({ store, multiple = false }) =>
    shown("sel_user", { extension: { multiSelect: multiple, ...(store === "id" ? { store } : {}) } }),
  "depart-picker": ({ store, multiple = false }) =>
    shown("sel_depart", { extension: { multiSelect: multiple, ...(store === "orgCode" ? { store } : {}) } }),
  area: () => shown("pca"),
  popup: readPopup,
  "category-select": ({ root, back }, _field, { columnOf }) =>
    shown("cat_tree", { ...(root ? { dictField: root } : {}), ...(back ? { dictText: columnOf(back) } : {}) }),
  "tree-select": readTree,
  "record-picker": readRecords,
};

function readCode({ type, language, schema = {} }: OfType<"code-editor">, _field: Field, context: ReadContext): Read {
  if (language !== "json") return readAsText(type, context);
  if (typeof schema === "string") context.lost("widget", `JSON 不再按系统文档 ${schema} 检查`);
  const isSaid = typeof schema === "object" && Object.keys(schema).length > 0;
  return shown("json", isSaid ? { jsonSchema: JSON.stringify(schema, null, 2) } : {});
}

function readPopup({ code, map, multiple }: OfType<"popup">, { dict }: Field, { columnOf }: ReadContext): Read {
  if (typeof dict === "object" && "report" in dict) {
    const { report, value, text } = dict;
    return shown("popup_dict", {
      dictTable: report,
      ...(value ? { dictField: value } : {}),
      ...(text ? { dictText: text } : {}),
      ...(multiple ? { extension: { popupMulti: true } } : {}),
    });
  }
  const pairs = Object.entries(map ?? {});
  return shown("popup", {
    dictTable: code,
    dictField: pairs.map(([from]) => from).join(","),
    dictText: pairs.map(([, to]) => columnOf(to)).join(","),
    extension: { popupMulti: multiple ?? false },
  });
}

function readTree(widget: OfType<"tree-select">, { dict }: Field, context: ReadContext): Read {
  const named = readDict(dict, context);
  const id = typeof dict === "object" && "model" in dict ? dict.model : "";
  const columnOf = (name: string) => context.tableOfModel(id)?.columnOf(name) ?? name;
  const { pidField = "pid", hasChildField, root } = widget;
  const columns = [named.dictField ?? "id", columnOf(pidField), named.dictText ?? ""];
  return shown("sel_tree", {
    ...named,
    dictField: root === undefined ? "" : String(root),
    dictText: [...columns, ...(hasChildField ? [columnOf(hasChildField)] : [])].join(","),
  });
}

function readRecords(widget: OfType<"record-picker">, { dict }: Field, context: ReadContext): Read {
  const named = readDict(dict, context);
  const { columns = [], multiple } = widget;
  const id = typeof dict === "object" && "model" in dict ? dict.model : "";
  const shownColumns = columns.flatMap((name) => context.tableOfModel(id)?.columnOf(String(name)) ?? []);
  return shown("link_table", {
    ...named,
    dictText: shownColumns.length > 0 ? shownColumns.join(",") : (named.dictText ?? ""),
    ...(multiple ? { extension: { multiSelect: true } } : {}),
  });
}

/** A dictionary as `dictTable`, `dictField`, `dictText`. */
function readDict(dict: Dict | undefined, { tableOfModel, lost }: ReadContext): Read {
  if (dict === undefined) return {};
  if (typeof dict === "string") return { dictField: dict };
  if ("report" in dict) {
    lost("dict", `以报表 ${dict.report} 作字典只能用弹窗控件`);
    return {};
  }
  const { model, text = "", value = "id", where = {} } = dict;
  const table = tableOfModel(model);
  if (!table) {
    lost("dict", `没有模型 ${model} 的表`);
    return {};
  }
  const column = (name: string) => table.columnOf(name) ?? name;
  const conditions = Object.entries(where).map(([name, one]) =>
    typeof one === "number" ? `${column(name)} = ${one}` : `${column(name)} = '${String(one)}'`,
  );
  return {
    dictTable: conditions.length > 0 ? `${table.table} where ${conditions.join(" and ")}` : table.table,
    dictField: column(value),
    dictText: column(text),
  };
}

const dbTypes: Readonly<Partial<Record<Field["type"], DbType>>> = {
  string: "string",
  text: "Text",
  integer: "int",
  number: "BigDecimal",
  money: "BigDecimal",
  percent: "BigDecimal",
  date: "Date",
  datetime: "Datetime",
  boolean: "string",
};

/** How a field is kept; undefined for one that no form can keep. */
function readType(field: Field, widget: Editor | undefined): Partial<OnlineFormField> | undefined {
  const dbType = dbTypes[field.type];
  if (dbType === undefined) return undefined;
  if (field.type === "string") return { dbType, dbLength: field.maxLength ?? 100 };
  if (field.type === "text") {
    const isLimited = field.maxLength !== undefined;
    // A short text whose control needs room, or a long one; both have a limit.
    if (isLimited) return { dbType: "string", dbLength: field.maxLength };
    return { dbType, ...(widget ? {} : { fieldShowType: "textarea" }) };
  }
  if (field.type === "number") {
    const scale = field.scale ?? 2;
    const dbLength = lengthOfBounds(field, scale);
    return { dbType, ...(dbLength === undefined ? {} : { dbLength }), dbPointLength: scale };
  }
  if (dbType === "BigDecimal") return { dbType, dbPointLength: 2 };
  if (field.type === "boolean") return { dbType, dbLength: 1 };
  return { dbType };
}

/** A field of a model as one of a form; undefined when there is no type for it. What has no word is told. */
export function readField(name: string, field: Field, context: ReadContext): OnlineFormField | undefined {
  const widget = field.widget;
  const stored = readType(field, widget);
  if (!stored) {
    context.lost("type", `类型 ${field.type} 表单没有，不导入这个字段`);
    return undefined;
  }
  const { extension = {}, fieldExtendJson, ...control } = readControl(field, context);
  const { validateError, ...checks } = readChecks(field);
  const formula = (field as { readonly value?: string }).value;
  const whole: FieldExtension = {
    ...extension,
    ...(validateError ? { validateError } : {}),
    ...(formula === undefined ? {} : { formula }),
  };
  const isHidden = field.hidden === true;
  return {
    dbFieldName: context.columnOf(name),
    dbFieldTxt: field.title,
    dbType: "string",
    ...stored,
    isShowForm: isHidden ? 0 : 1,
    isShowList: isHidden ? 0 : 1,
    isReadOnly: 0,
    isQuery: 0,
    sortFlag: "0",
    ...control,
    ...readDefault(field),
    ...checks,
    ...(fieldExtendJson
      ? { fieldExtendJson }
      : Object.keys(whole).length > 0
        ? { fieldExtendJson: JSON.stringify(whole) }
        : {}),
  };
}

/** The control and its dictionary. */
export function readControl(field: Field, context: ReadContext): Read {
  const { widget } = field;
  if (!widget) {
    if (field.dict !== undefined) return { fieldShowType: "list", ...readDict(field.dict, context) };
    if (field.type === "date" || field.type === "datetime") return shown(field.type);
    return shown(field.type === "text" ? "textarea" : "text");
  }
  const read = readers[widget.type] as ((widget: Editor, field: Field, context: ReadContext) => Read) | undefined;
  if (read) return read(widget, field, context);
  return readAsText(widget.type, context);
}

function readAsText(type: string, { lost }: ReadContext): Read {
  lost("widget", `控件 ${type} 表单没有，改为文本`);
  return shown("text");
}

function readDefault(field: Field): Partial<OnlineFormField> {
  const { default: value, fill } = field as { readonly default?: unknown; readonly fill?: { readonly rule?: string } };
  if (fill?.rule) return { fieldDefaultValue: `\${${fill.rule}}` };
  return value === undefined || value === null ? {} : { fieldDefaultValue: String(value) };
}

function readChecks(field: Field): Partial<OnlineFormField> & { readonly validateError?: string } {
  const rule = field.rules?.find((one): one is Extract<typeof one, { pattern: string }> => "pattern" in one);
  const isUnique = "unique" in field && field.unique === true;
  const message = rule && "message" in rule ? rule.message : undefined;
  const isUsual = rule !== undefined && !namedPatterns.has(rule.pattern) && message === texts.mismatch;
  return {
    fieldMustInput: field.required === true ? "1" : "0",
    ...(rule ? { fieldValidType: rule.pattern } : isUnique ? { fieldValidType: "only" } : {}),
    ...(message !== undefined && !isUsual ? { validateError: String(message) } : {}),
  };
}

/** A link of a cell as `fieldHref`; undefined for one that a form cannot have. */
export function readHref(cell: Cell | undefined, columnOf: (field: string) => string): string | undefined {
  if (cell?.type !== "link") return undefined;
  const [action] = (cell as { readonly do?: readonly { readonly type: string }[] }).do ?? [];
  if (action?.type !== "navigate") return undefined;
  const { to, query = {} } = action as unknown as { readonly to: string; readonly query?: Record<string, unknown> };
  const plain = (text: string) => text.replace(/\{\{ row\.(\w+) \}\}/g, (_, name: string) => `\${${columnOf(name)}}`);
  const parameters = Object.entries(query).map(([key, value]) => `${key}=${plain(String(value))}`);
  const href = `${plain(to)}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
  return href.includes("{{") ? undefined : href;
}
