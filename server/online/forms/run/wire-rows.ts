import type { ResolvedModel, Row } from "../../../../runtime/model/resolved-model.ts";
import { systemColumns } from "../../../../runtime/online-forms/names.ts";
import type { WireQuery } from "../../../models/query/parse-list-query.ts";
import { maxPageSize } from "../../../models/query/parse-list-query.ts";

/** Run-time data of forms is called as its columns (contract 06): `createTime` is `create_time` there. */
const fieldOf = (column: string): string => systemColumns.get(column) ?? column;

/** A row of the engine as recorded clients read it; texts of values follow their column. */
export function toWireRow(model: ResolvedModel, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const [field = "", suffix] = splitSuffix(name, /^(.+)(_dictText)$/);
      return [(model.fields.get(field)?.column ?? field) + suffix, value];
    }),
  );
}

/** A body of recorded clients for the engine; rows of sub-tables stand under the name of their table. */
export function fromWireRow(body: Row, subTables: ReadonlySet<string>): Row {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (!subTables.has(name)) return [fieldOf(name), value];
      const rows = (Array.isArray(value) ? value : [value]).filter((row) => row !== null && row !== undefined);
      return [name, rows.map((row) => (isObject(row) ? fromWireRow(row, none) : row))];
    }),
  );
}

const none: ReadonlySet<string> = new Set();

/** `pageSize` of recorded clients that want every row. */
const everyRow = "-521";

/** Conditions, order and page of a list call in the engine's names. */
export function fromWireQuery(query: WireQuery): WireQuery {
  const named = Object.entries(query).map(([name, value]) => {
    const [column = "", suffix] = splitSuffix(name, /^(.+)(_begin|_end|_MultiString)$/);
    return [fieldOf(column) + suffix, value] as const;
  });
  const { column, superQueryParams, pageSize, ...conditions } = Object.fromEntries(named);
  return {
    ...conditions,
    ...(typeof column === "string"
      ? {
          column: column
            .split(",")
            .map((one) => fieldOf(one.trim()))
            .join(","),
        }
      : {}),
    ...(typeof superQueryParams === "string" ? { superQueryParams: superText(superQueryParams) } : {}),
    ...(pageSize === undefined ? {} : { pageSize: String(pageSize) === everyRow ? String(maxPageSize) : pageSize }),
  };
}

function splitSuffix(name: string, pattern: RegExp): readonly [string, string] {
  const [, base, suffix] = pattern.exec(name) ?? [];
  return base === undefined || suffix === undefined ? [name, ""] : [base, suffix];
}

/** The advanced query with its fields renamed; a text that is no JSON is left to be refused where it is read. */
function superText(text: string): string {
  const items = jsonOf(text) ?? jsonOf(decoded(text));
  return Array.isArray(items) ? JSON.stringify(items.map(renamed)) : text;
}

function renamed(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { field, conditions, ...rest } = item;
  return {
    ...rest,
    ...(field === undefined ? {} : { field: typeof field === "string" ? renamedField(field) : field }),
    ...(conditions === undefined
      ? {}
      : { conditions: Array.isArray(conditions) ? conditions.map(renamed) : conditions }),
  };
}

/** `table,column` for a field of sub-rows. */
const renamedField = (name: string): string =>
  name.replace(/^((?:.*[,@])?)(.*)$/s, (_, table: string, column: string) => table + fieldOf(column));

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
