import { parseExpression } from "../expr/parse.ts";
import { namedPatterns, regularExpression } from "../record/patterns.ts";
import { isRiskyPattern } from "../record/risky-pattern.ts";
import type { Field, Rule } from "../schema/types.gen.ts";
import { type ControlContext, controls } from "./controls.ts";
import { defaultOf } from "./default-value.ts";
import { type DbType, fieldExtension, isExtension, type OnlineFormField } from "./definition.ts";
import { onlineFormMessages as texts } from "./messages.ts";
import { boundsOf } from "./number-length.ts";

type FieldType = Field["type"];

/** What a column holds, by its declared type; the column's own type follows from the field's like everywhere. */
export const fieldTypes: Readonly<Record<DbType, FieldType>> = {
  string: "string",
  int: "integer",
  double: "number",
  BigDecimal: "number",
  Date: "date",
  Datetime: "datetime",
  Text: "text",
  Blob: "text",
};

/** Longer texts are stored without a limit of the column's. */
const longestString = 4000;
const usualLength = 32;

export interface FieldContext extends Pick<ControlContext, "tableOf" | "hasField"> {
  readonly tell: (key: keyof OnlineFormField, message: string, severity?: "warning") => void;
  /** Holds the row of the main table that this row belongs to. */
  readonly isForeignKey: boolean;
  /** Kept by the server (parent and has-child of a tree): never asked for. */
  readonly isKept: boolean;
}

/** One field of a definition as a field of a model. */
export function compileField(field: OnlineFormField, context: FieldContext): Field {
  const { tell, isForeignKey, isKept } = context;
  const type = typeOf(field, tell);
  const extension = fieldExtension(field);
  if (!isExtension(field)) tell("fieldExtendJson", texts.badExtension, "warning");
  const isNumber = type === "integer" || type === "number";
  const control = controls[field.fieldShowType ?? "text"]({ ...context, field, extension, isNumber });
  const { widget, cell, dict, multiple } = control;
  const value = defaultOf(field, tell);
  const rules = rulesOf(field, isNumber, tell);
  const isRequired = !isKept && requiredOf(field, value, tell);
  return {
    type: control.type ?? type,
    title: field.dbFieldTxt,
    ...limitsOf(field, type, tell),
    ...(multiple ? { multiple: true } : {}),
    ...(field.dbFieldNameOld && field.dbFieldNameOld !== field.dbFieldName
      ? { renamedFrom: field.dbFieldNameOld }
      : {}),
    column: field.dbFieldName,
    ...(isRequired || isForeignKey ? { required: true } : {}),
    ...(field.isShowForm === 0 && field.isShowList === 0 ? { hidden: true } : {}),
    ...(field.fieldValidType === "only" ? { unique: true } : {}),
    ...value,
    ...formulaOf(field, tell),
    ...(isForeignKey ? { index: true } : {}),
    ...(field.fieldShowType === "password" ? { query: false } : {}),
    ...(dict === undefined ? {} : { dict }),
    ...(rules.length > 0 ? { rules } : {}),
    ...(widget === undefined ? {} : { widget }),
    ...(cell === undefined ? {} : { cell }),
  } as Field;
}

function typeOf(field: OnlineFormField, tell: FieldContext["tell"]): FieldType {
  const type = fieldTypes[field.dbType];
  // Older definitions know one type for both.
  if (field.dbType === "Date" && field.fieldShowType === "datetime") return "datetime";
  if (field.fieldShowType === "time" && type !== "string") tell("fieldShowType", texts.timeType);
  if (field.fieldShowType === "json" && type !== "string" && type !== "text") tell("fieldShowType", texts.jsonType);
  return type === "string" && (field.dbLength ?? 0) > longestString ? "text" : type;
}

/** Length or decimals, by the type. */
function limitsOf(field: OnlineFormField, type: FieldType, tell: FieldContext["tell"]) {
  const length = field.dbLength ?? usualLength;
  if (type === "string" && length < 1) tell("dbLength", texts.length(longestString));
  if (type === "string") return { maxLength: Math.max(length, 1) };
  // A long text has no length of its own, whatever its control: recorded definitions write 0 there.
  if (type === "text") return field.dbType === "string" ? { maxLength: Math.max(length, 1) } : {};
  if (type !== "number") return {};
  const scale = field.dbPointLength ?? 2;
  if (scale < 0 || scale > 6) tell("dbPointLength", texts.scale);
  const places = Math.min(Math.max(scale, 0), 6);
  // The length of an int never was a limit: `int(1)` of a former system holds any whole number.
  return { scale: places, ...boundsOf(field.dbLength ?? 0, places) };
}

/** The expression that gives the value; names of fields and functions are for the checks of documents to know. */
function formulaOf(field: OnlineFormField, tell: FieldContext["tell"]): { readonly value?: string } {
  const { formula } = fieldExtension(field);
  if (formula === undefined || formula === "") return {};
  const [, source] = /^\{\{([\s\S]{1,1000})\}\}$/.exec(String(formula).trim()) ?? [];
  const [first] = source === undefined ? [] : parseExpression(source).diagnostics;
  if (source !== undefined && !first) return { value: `{{ ${source.trim()} }}` };
  tell("fieldExtendJson", texts.badFormula(first?.message ?? "请写成 {{ 表达式 }}"));
  return {};
}

function requiredOf(field: OnlineFormField, value: object, tell: FieldContext["tell"]): boolean {
  const isRequired = field.fieldMustInput === "1" || field.dbIsNull === 0 || field.fieldValidType === "*";
  if (isRequired && field.isShowForm === 0 && Object.keys(value).length === 0) {
    tell("fieldMustInput", texts.hiddenRequired);
  }
  return isRequired;
}

/** Codes that say nothing of one value's form. */
const otherCodes: ReadonlySet<string> = new Set(["only", "*"]);

function rulesOf(field: OnlineFormField, isNumber: boolean, tell: FieldContext["tell"]): Rule[] {
  const pattern = field.fieldValidType?.trim() ?? "";
  if (pattern === "" || otherCodes.has(pattern)) return [];
  const { validateError } = fieldExtension(field);
  // A number is one already.
  if (isNumber && (pattern === "n" || pattern === "z")) return [];
  if (namedPatterns.has(pattern)) return [{ pattern, ...(validateError ? { message: validateError } : {}) }];
  if (pattern.length > 200 || regularExpression(pattern) === undefined || isRiskyPattern(pattern)) {
    tell("fieldValidType", texts.badPattern);
    return [];
  }
  return [{ pattern, message: validateError || texts.mismatch }];
}
