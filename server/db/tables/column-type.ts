import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";

/** A column's type as far as models need types. */
export type ColumnType =
  | { readonly kind: "varchar"; readonly length: number }
  | { readonly kind: "numeric"; readonly whole: number; readonly scale: number }
  | {
      readonly kind:
        | "text"
        | "smallint"
        | "integer"
        | "bigint"
        | "boolean"
        | "date"
        | "seconds"
        | "timestamp"
        | "jsonb"
        | "other";
    };

/** Digits before the point; more than JavaScript's numbers hold exactly. */
const wholeDigits = 18;
/** Rows made by documents (menus) carry the document's name as their id. */
const systemLengths: Readonly<Record<string, number>> = { id: 128, createBy: 64, updateBy: 64, sysOrgCode: 64 };

/** The type of a field's column. `time` is text: the wire's `HH:mm:ss` sorts and compares as it is. */
export function columnTypeOf(field: ResolvedField): ColumnType {
  switch (field.type) {
    case "string":
      if (field.multiple) return { kind: "text" };
      return { kind: "varchar", length: (field.system && systemLengths[field.name]) || (field.maxLength ?? 100) };
    case "text":
      return { kind: "text" };
    case "integer":
      return { kind: field.system && field.name === "version" ? "integer" : "bigint" };
    case "number":
    case "money":
    case "percent":
      return { kind: "numeric", whole: wholeDigits, scale: field.scale ?? 2 };
    case "boolean":
    case "date":
      return { kind: field.type };
    case "datetime":
      return { kind: "seconds" };
    case "time":
      return { kind: "varchar", length: 8 };
    case "json":
      return { kind: "jsonb" };
  }
}

export function writeColumnType(type: ColumnType): string {
  if (type.kind === "varchar") return `varchar(${type.length})`;
  if (type.kind === "numeric") return `numeric(${type.whole + type.scale}, ${type.scale})`;
  return type.kind === "seconds" ? "timestamp(0)" : type.kind;
}

export const isTextType = (type: ColumnType): boolean => type.kind === "varchar" || type.kind === "text";

const named: Readonly<Record<string, ColumnType["kind"]>> = {
  text: "text",
  smallint: "smallint",
  integer: "integer",
  bigint: "bigint",
  boolean: "boolean",
  date: "date",
  "timestamp(0) without time zone": "seconds",
  "timestamp without time zone": "timestamp",
  jsonb: "jsonb",
};

/** What `format_type` answers, for example `character varying(100)`. */
export function readColumnType(text: string): ColumnType {
  const [, length] = /^character varying\((\d+)\)$/.exec(text) ?? [];
  if (length) return { kind: "varchar", length: Number(length) };
  if (text === "character varying") return { kind: "text" };
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(text) ?? [];
  if (precision) return { kind: "numeric", whole: Number(precision) - Number(scale), scale: Number(scale) };
  if (text === "numeric") return { kind: "numeric", whole: Number.POSITIVE_INFINITY, scale: Number.POSITIVE_INFINITY };
  return { kind: named[text] ?? "other" } as ColumnType;
}

export type TypeChange =
  | "none"
  /** Every value fits. */
  | "widen"
  /** The same sort of value with less room: some values may not fit. */
  | "narrow"
  /** Another sort of value. */
  | "replace";

const wholeNumbers = ["smallint", "integer", "bigint"];
const bigintDigits = 19;

export function compareTypes(actual: ColumnType, wanted: ColumnType): TypeChange {
  if (isTextType(actual) && isTextType(wanted)) return compareRoom(lengthOf(actual), lengthOf(wanted));
  if (actual.kind === "numeric" && wanted.kind === "numeric") {
    if (actual.whole === wanted.whole && actual.scale === wanted.scale) return "none";
    return wanted.whole >= actual.whole && wanted.scale >= actual.scale ? "widen" : "narrow";
  }
  if (actual.kind === wanted.kind) return "none";
  const from = wholeNumbers.indexOf(actual.kind);
  const to = wholeNumbers.indexOf(wanted.kind);
  if (from >= 0 && to >= 0) return to > from ? "widen" : "narrow";
  if (from >= 0 && wanted.kind === "numeric") return wanted.whole >= bigintDigits ? "widen" : "narrow";
  if (actual.kind === "date" && wanted.kind === "seconds") return "widen";
  if (actual.kind === "timestamp" && wanted.kind === "seconds") return "narrow";
  return "replace";
}

function lengthOf(type: ColumnType): number {
  return type.kind === "varchar" ? type.length : Number.POSITIVE_INFINITY;
}

function compareRoom(actual: number, wanted: number): TypeChange {
  if (actual === wanted) return "none";
  return wanted > actual ? "widen" : "narrow";
}
