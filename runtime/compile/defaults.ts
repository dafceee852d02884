import { isNumeric } from "../model/field-types.ts";
import type { ResolvedDict, ResolvedField } from "../model/resolved-model.ts";
import { yesNoPair } from "../record/toggle.ts";
import { registeredRenderer } from "../registry/registry.ts";
import type { Cell, Editor } from "../schema/types.gen.ts";
import { compileMessages } from "./messages.ts";
import type { Align, QueryOp } from "./plan.ts";

type FieldType = ResolvedField["type"];

/**
 * The cell of a field that names none, decided by its dictionary first and its type second. A dictionary's
 * entries carry their own colours, so its cell is the tag, which shows an entry without colour as plain text.
 */
export function defaultCell(field: ResolvedField): Cell {
  if (field.cell) return field.cell;
  if (field.dict?.kind === "code") return field.multiple ? { type: "tags" } : { type: "dict-tag" };
  if (field.dict) return { type: "dict" };
  if (field.system) return cellBySystemField[field.name] ?? cellByType[field.type];
  const byEditor = field.widget && cellOfEditor(field.widget);
  return byEditor ?? cellByType[field.type];
}

/** Who made a row, and where. */
const cellBySystemField: Readonly<Record<string, Cell>> = {
  createBy: { type: "user" },
  updateBy: { type: "user" },
  sysOrgCode: { type: "depart" },
};

const cellByType: Record<FieldType, Cell> = {
  string: { type: "text" },
  text: { type: "ellipsis" },
  integer: { type: "number" },
  number: { type: "number" },
  money: { type: "money" },
  percent: { type: "percent" },
  boolean: { type: "switch" },
  date: { type: "date" },
  datetime: { type: "datetime" },
  time: { type: "text" },
  json: { type: "code", language: "json" },
};

/** A field edited with one of these is shown with the cell that belongs to it. */
const cellByEditor: Partial<Record<Editor["type"], Cell>> = {
  "code-editor": { type: "code" },
  "rich-text": { type: "html" },
  markdown: { type: "markdown" },
  "image-upload": { type: "image" },
  image: { type: "image" },
  "file-upload": { type: "file" },
  file: { type: "file" },
  "user-picker": { type: "user" },
  "depart-picker": { type: "depart" },
  "role-picker": { type: "dict" },
  "position-picker": { type: "dict" },
  "category-select": { type: "dict" },
  area: { type: "area" },
  icon: { type: "icon" },
  progress: { type: "progress" },
  tags: { type: "tags" },
};

function cellOfEditor(editor: Editor): Cell | undefined {
  if (editor.type === "code-editor" && editor.language) return { type: "code", language: editor.language };
  // A box over a dictionary is a choice of several: its cell follows from that.
  if (editor.type === "switch" || editor.type === "checkbox") {
    return { type: "switch", ...(editor.values && { values: editor.values }) };
  }
  return cellByEditor[editor.type];
}

/** Look-ups of the wire that translate what these cells and editors hold. */
const lookUps: Partial<Record<Cell["type"] | Editor["type"], string>> = {
  depart: "sys_depart,depart_name,org_code",
  user: "sys_user,realname,username",
  "role-picker": "sys_role,role_name,role_code",
  "position-picker": "sys_position,name,code",
  "category-select": "sys_category,name,code",
};

/**
 * Where the words of a department or user come from when the field names no dictionary.
 *
 * @param store what a picker stores; `id` asks by the rows' ids
 */
export function lookUpDict(type: keyof typeof lookUps, store?: string): ResolvedDict {
  const code = lookUps[type] ?? "";
  const [table = "", text = "", value = ""] = code.split(",");
  const key = store === "id" ? "id" : value;
  return { kind: "model", model: `${table},${text},${key}`, text, value: key, where: {} };
}

/** The dictionary of a field: its own, or the look-up that its cell or picker implies. */
export function impliedDict(field: ResolvedField, cell: Cell["type"]): ResolvedDict | undefined {
  if (field.dict) return field.dict;
  const { widget } = field;
  const store = widget?.type === "depart-picker" || widget?.type === "user-picker" ? widget.store : undefined;
  if (widget?.type === "depart-picker") return lookUpDict("depart", store ?? "id");
  if (cell === "depart") return lookUpDict("depart");
  if (cell === "user" || widget?.type === "user-picker") return lookUpDict("user", store);
  return widget && lookUps[widget.type] ? lookUpDict(widget.type) : undefined;
}

/** The editor of a field that names none. */
export function defaultEditor(field: ResolvedField): Editor {
  if (field.widget) return field.widget;
  if (field.dict?.kind === "model") return { type: field.multiple ? "multi-select" : "search-select" };
  if (field.dict) return { type: field.multiple ? "multi-select" : "select" };
  return editorByType[field.type];
}

const editorByType: Record<FieldType, Editor> = {
  string: { type: "input" },
  text: { type: "textarea" },
  integer: { type: "number", scale: 0 },
  number: { type: "number" },
  money: { type: "number", scale: 2, unit: compileMessages.currencyUnit },
  percent: { type: "number", scale: 2, unit: "%" },
  boolean: { type: "switch" },
  date: { type: "date" },
  datetime: { type: "datetime" },
  time: { type: "time" },
  json: { type: "code-editor" },
};

/** The comparison of a query item that names none. */
export function defaultOp(field: ResolvedField): QueryOp {
  if (field.dict || yesNoPair(field)) return "eq";
  // The codes of everything inside a division begin like its own.
  if (field.widget?.type === "area") return "right_like";
  if (field.type === "datetime" || field.type === "date") return "range";
  if (field.search || field.unique || field.type === "string" || field.type === "text") return "like";
  return "eq";
}

/** The control of a query item: what the person chooses from follows the comparison. */
export function queryEditor(field: ResolvedField, op: QueryOp): Editor {
  if (op === "range") return isNumeric(field) ? { type: "range" } : { type: "range", of: rangeOf(field.type) };
  const { widget } = field;
  if (widget?.type === "tree-select" || widget?.type === "category-select") return { ...widget, multiple: op === "in" };
  if (field.dict?.kind === "model") return { type: op === "in" ? "multi-select" : "search-select" };
  if (field.dict) return { type: op === "in" ? "multi-select" : "select" };
  if (field.widget?.type === "area") return field.widget;
  if (yesNoPair(field)) return { type: "select" };
  if (field.type === "date" || field.type === "datetime") return { type: "date" };
  if (isNumeric(field)) return { type: "number" };
  return { type: "input" };
}

function rangeOf(type: FieldType): "date" | "time" {
  return type === "time" ? "time" : "date";
}

/** 让利比例(%) → 让利比例: the value carries the sign itself. */
export function shownTitle(field: ResolvedField): string {
  return field.type === "percent" ? field.title.replace(/\s*[(（]%[)）]$/, "") : field.title;
}

export function defaultAlign(field: ResolvedField, cell: Cell["type"]): Align {
  if (field.dict) return "left";
  return isNumeric(field) && cell !== "progress" ? "right" : "left";
}

/** A head of n characters needs 13 px each, the paddings, and room for the sort arrows. */
export function titleWidth(title: string, sortable: boolean): number {
  const characters = [...title].reduce((sum, character) => sum + (character.charCodeAt(0) > 255 ? 1 : 0.56), 0);
  return Math.ceil(characters * 13 + 28 + (sortable ? 16 : 0));
}

/** In an editable table, where the paddings are wider and a required column has a star. */
export const gridTitleWidth = (title: string, isRequired: boolean): number =>
  titleWidth(title, true) + 8 + (isRequired ? 12 : 0);

export function defaultWidth(field: ResolvedField, cell: Cell["type"]): number {
  if (field.dict?.kind === "model" && cell === "dict") return 140;
  return registeredRenderer("cell", cell)?.width ?? (field.fill || field.unique ? 168 : 120);
}

/** A text that cannot be longer needs no more room than its column has anyway. */
const shortText = 10;

/**
 * Columns whose content has no natural length share what is left over; a code, a number that is filled in and a few letters
 * have one.
 */
export function grows(field: ResolvedField, cell: Cell["type"]): boolean {
  if (field.unique || field.fill || (field.maxLength ?? Number.POSITIVE_INFINITY) <= shortText) return false;
  return registeredRenderer("cell", cell)?.grows ?? false;
}
