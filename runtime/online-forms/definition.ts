import type { JsonSchema } from "../json-schema/keywords.ts";
import type { FormRule } from "./rules/form-rule.ts";

/**
 * An online form as the wire spells it (contract 06 §6.2, §6.3): what designers store and what the compilers read.
 * Optional keys may also be null, as rows of a table are.
 */

type Maybe<Value> = Value | null | undefined;
/** 0 no, 1 yes. */
export type Bit = 0 | 1;
export type BitText = "0" | "1";
export type YesNo = "Y" | "N";

export type TableType = 1 | 2 | 3;
export const tableTypes = { single: 1, main: 2, sub: 3 } as const satisfies Record<string, TableType>;

export type FormTheme = "normal" | "erp" | "innerTable" | "tab";

export interface OnlineFormHead {
  /** Absent while the form is not stored. */
  readonly id?: Maybe<string>;
  readonly tableName: string;
  readonly tableTxt: string;
  readonly tableType: TableType;
  /** Counts structural edits; 1 for a form as it was made. */
  readonly tableVersion?: Maybe<number>;
  /** `Y`: the table in the database is as the definition asks. */
  readonly isDbSynch?: Maybe<YesNo>;
  readonly isCheckbox?: Maybe<YesNo>;
  readonly isPage?: Maybe<YesNo>;
  readonly isTree?: Maybe<YesNo>;
  readonly scroll?: Maybe<Bit>;
  readonly idType?: Maybe<"UUID" | "NATIVE" | "SEQUENCE">;
  readonly idSequence?: Maybe<string>;
  readonly queryMode?: Maybe<"single" | "group">;
  /** Of a sub-table: 0 one-to-many, 1 one-to-one. */
  readonly relationType?: Maybe<Bit>;
  /** Comma list of sub-table names; kept by the server. */
  readonly subTableStr?: Maybe<string>;
  readonly tabOrderNum?: Maybe<number>;
  readonly treeParentIdField?: Maybe<string>;
  /** The column that says whether a row has children. */
  readonly treeIdField?: Maybe<string>;
  /** The column shown as the tree. */
  readonly treeFieldname?: Maybe<string>;
  readonly formCategory?: Maybe<string>;
  /** Columns of the form: "1" to "4". */
  readonly formTemplate?: Maybe<string>;
  readonly formTemplateMobile?: Maybe<string>;
  readonly themeTemplate?: Maybe<FormTheme>;
  /** 1: a view, that is further settings of the fields of `physicId`'s table. */
  readonly copyType?: Maybe<Bit>;
  readonly copyVersion?: Maybe<number>;
  readonly physicId?: Maybe<string>;
  /** JSON text, see `ExtendedConfig`. */
  readonly extConfigJson?: Maybe<string>;
  /** What its fields do under conditions. Ours; recorded clients neither show nor lose them. */
  readonly rules?: Maybe<readonly FormRule[]>;
  readonly isDesForm?: Maybe<YesNo>;
  readonly desFormCode?: Maybe<string>;
  readonly content?: Maybe<string>;
}

/** Keys of `extConfigJson`. */
export interface ExtendedConfig {
  readonly reportPrintShow?: Bit;
  readonly reportPrintUrl?: string;
  readonly joinQuery?: Bit;
  readonly modelFullscreen?: Bit;
  readonly modalMinWidth?: string | number;
  readonly commentStatus?: Bit;
  readonly tableFixedAction?: Bit;
  readonly tableFixedActionType?: "left" | "right";
  readonly formLabelLengthShow?: Bit;
  readonly formLabelLength?: number;
  readonly enableExternalLink?: Bit;
  readonly externalLinkActions?: string;
}

export const dbTypes = ["string", "int", "double", "Date", "Datetime", "BigDecimal", "Text", "Blob"] as const;
export type DbType = (typeof dbTypes)[number];

export const showTypes = [
  ...["text", "password", "list", "radio", "checkbox", "switch", "date", "datetime", "time", "file", "image"],
  ...["textarea", "umeditor", "markdown", "sel_user", "sel_depart", "pca", "popup", "list_multi", "sel_search"],
  ...["cat_tree", "sel_tree", "link_down", "link_table", "link_table_field", "popup_dict", "json"],
] as const;
export type ShowType = (typeof showTypes)[number];

export interface OnlineFormField {
  readonly id?: Maybe<string>;
  readonly cgformHeadId?: Maybe<string>;
  readonly orderNum?: Maybe<number>;
  readonly dbFieldName: string;
  readonly dbFieldTxt: string;
  /** The column's name before it was renamed; its data moves along. */
  readonly dbFieldNameOld?: Maybe<string>;
  readonly dbType: DbType;
  readonly dbLength?: Maybe<number>;
  readonly dbPointLength?: Maybe<number>;
  readonly dbDefaultVal?: Maybe<string>;
  readonly dbIsKey?: Maybe<Bit>;
  readonly dbIsNull?: Maybe<Bit>;
  /** 0: the column does not exist; its value comes from elsewhere. */
  readonly dbIsPersist?: Maybe<Bit>;
  readonly isShowForm?: Maybe<Bit>;
  readonly isShowList?: Maybe<Bit>;
  readonly isReadOnly?: Maybe<Bit>;
  readonly isQuery?: Maybe<Bit>;
  readonly sortFlag?: Maybe<BitText>;
  readonly fieldShowType?: Maybe<ShowType>;
  readonly fieldLength?: Maybe<number>;
  /** A literal, `#{sysUserId}` and its like, `{{ expression }}` or `${fillRule}`. */
  readonly fieldDefaultValue?: Maybe<string>;
  readonly queryMode?: Maybe<"single" | "group" | "like">;
  /** JSON text, see `FieldExtension`. */
  readonly fieldExtendJson?: Maybe<string>;
  /** JSON text of the JSON Schema that a `json` control keeps to. Ours; recorded clients neither show nor lose it. */
  readonly jsonSchema?: Maybe<string>;
  readonly dictTable?: Maybe<string>;
  readonly dictField?: Maybe<string>;
  readonly dictText?: Maybe<string>;
  readonly fieldHref?: Maybe<string>;
  readonly fieldValidType?: Maybe<string>;
  readonly fieldMustInput?: Maybe<BitText>;
  readonly converter?: Maybe<string>;
  readonly mainTable?: Maybe<string>;
  readonly mainField?: Maybe<string>;
  readonly queryConfigFlag?: Maybe<BitText>;
  readonly queryShowType?: Maybe<string>;
  readonly queryDictTable?: Maybe<string>;
  readonly queryDictField?: Maybe<string>;
  readonly queryDictText?: Maybe<string>;
  readonly queryDefVal?: Maybe<string>;
  readonly queryValidType?: Maybe<string>;
  readonly queryMustInput?: Maybe<BitText>;
}

/** Keys of `fieldExtendJson`; of a switch it is `[yes, no]` instead. */
export interface FieldExtension {
  readonly uploadnum?: number | string;
  readonly showLength?: number | string;
  readonly popupMulti?: boolean;
  readonly multiSelect?: boolean;
  readonly store?: string;
  readonly text?: string;
  readonly orderRule?: "asc" | "desc";
  readonly validateError?: string;
  readonly labelLength?: number | string;
  readonly picker?: "year" | "month" | "week" | "quarter";
  readonly isOneRow?: boolean;
  /** `{{ row.price * row.num }}`: the value is computed, nobody enters it. Ours; recorded clients show the field. */
  readonly formula?: string;
}

export interface OnlineFormIndex {
  readonly id?: Maybe<string>;
  readonly cgformHeadId?: Maybe<string>;
  readonly indexName: string;
  /** Comma list of columns. */
  readonly indexField: string;
  readonly indexType: "normal" | "unique";
  readonly isDbSynch?: Maybe<YesNo>;
  readonly delFlag?: Maybe<Bit>;
}

export interface OnlineFormButton {
  readonly id?: Maybe<string>;
  readonly cgformHeadId?: Maybe<string>;
  readonly buttonCode: string;
  readonly buttonName: string;
  readonly buttonIcon?: Maybe<string>;
  readonly buttonStyle: "link" | "button" | "form";
  readonly optType: "js" | "action";
  readonly optPosition?: Maybe<string>;
  readonly orderNum?: Maybe<number>;
  /** `field#op#value`; empty: always shown. */
  readonly exp?: Maybe<string>;
  readonly buttonStatus?: Maybe<BitText>;
}

export interface OnlineFormDefinition {
  readonly head: OnlineFormHead;
  /** By `orderNum`. */
  readonly fields: readonly OnlineFormField[];
  readonly indexes: readonly OnlineFormIndex[];
  readonly buttons: readonly OnlineFormButton[];
  /** Of a main table: its sub-tables by `tabOrderNum`; their `subs` are empty. */
  readonly subs: readonly OnlineFormDefinition[];
}

/** What is wrong with a definition; told beside the field. */
export interface FormFinding {
  readonly severity: "error" | "warning";
  readonly tableName: string;
  /** `dbFieldName`; absent for the form as a whole. */
  readonly field?: string;
  /** The key of the head, field or index that is meant. */
  readonly key?: string;
  /** Chinese, and says what to do. */
  readonly message: string;
}

/**
 * Reads `extConfigJson`; what is not JSON of an object counts as nothing set.
 */
export function extendedConfig(head: Pick<OnlineFormHead, "extConfigJson">): ExtendedConfig {
  return (objectOf(head.extConfigJson) ?? {}) as ExtendedConfig;
}

/** Reads `fieldExtendJson` of any control but a switch. */
export function fieldExtension(field: Pick<OnlineFormField, "fieldExtendJson">): FieldExtension {
  return (objectOf(field.fieldExtendJson) ?? {}) as FieldExtension;
}

export const isNumberType = (type: DbType): boolean => type === "int" || type === "double" || type === "BigDecimal";

/** Whether `fieldExtendJson` is one: else nothing of it is applied. */
export const isExtension = (field: Pick<OnlineFormField, "fieldExtendJson">): boolean =>
  !field.fieldExtendJson?.trim() || typeof (jsonOf(field.fieldExtendJson) ?? undefined) === "object";

/**
 * `[yes, no]` of a switch as stored texts; unless its `fieldExtendJson` says otherwise, `Y` and `N`, of a number `1` and `0`.
 */
export function switchValues(
  field: Pick<OnlineFormField, "fieldExtendJson">,
  isNumber: boolean,
): readonly [string, string] {
  const value = jsonOf(field.fieldExtendJson);
  if (!Array.isArray(value) || value.length !== 2) return isNumber ? ["1", "0"] : ["Y", "N"];
  return [String(value[0]), String(value[1])];
}

/** Whether a popup takes several rows: it does unless its definition says no (contract 09); a number or a date holds one. */
export function takesSeveral(field: Pick<OnlineFormField, "fieldExtendJson" | "dbType">): boolean {
  const { popupMulti } = fieldExtension(field);
  return popupMulti === undefined ? field.dbType === "string" || field.dbType === "Text" : popupMulti === true;
}

/** The schema of a `json` control; one that says nothing asks for JSON only. Undefined for what is no JSON object. */
export function jsonSchemaOf({ jsonSchema }: Pick<OnlineFormField, "jsonSchema">): JsonSchema | undefined {
  return jsonSchema?.trim() ? (objectOf(jsonSchema) as JsonSchema | undefined) : {};
}

function objectOf(text: Maybe<string>): object | undefined {
  const value = jsonOf(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

function jsonOf(text: Maybe<string>): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
