import { sql } from "kysely";
import { modelOfTable } from "../../../../runtime/model/model-of-table.ts";
import type { ResolvedField, ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import type { AnsweredColumn, Queryable } from "../../../db/database.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { ReportColumn, WireColumnType } from "./report-sql.ts";

/** Type numbers of PostgreSQL → types of the wire; all others are texts. */
export const wireTypes: Readonly<Record<number, WireColumnType>> = {
  16: "Boolean",
  20: "Long",
  21: "Integer",
  23: "Integer",
  700: "BigDecimal",
  701: "BigDecimal",
  1700: "BigDecimal",
  1082: "Date",
  1114: "Datetime",
  1184: "Datetime",
};

const [maxColumns, longestName] = [500, 60];

interface Source {
  readonly model: ResolvedModel;
  readonly field: ResolvedField;
}

/**
 * What the database answered, with titles and dictionaries of our models.
 *
 * @throws AppError INVALID for a column without a name, or two with one
 */
export async function describeColumns(
  columns: readonly AnsweredColumn[],
  database: Queryable,
  models: Iterable<ResolvedModel>,
): Promise<readonly ReportColumn[]> {
  refuseBadNames(columns);
  const sources = await findSources(columns, database, [...models]);
  return columns.map((column): ReportColumn => {
    const source = sources.get(`${column.tableId} ${column.columnId}`);
    const isRenamed = /\P{ASCII}/u.test(column.name);
    return {
      name: column.name,
      type: wireTypes[column.typeId] ?? "String",
      title: source && !isRenamed ? source.field.title : column.name,
      dict: source?.field.dict,
      source: source && { model: source.model.id, field: source.field.name },
    };
  });
}

function refuseBadNames(columns: readonly AnsweredColumn[]): void {
  if (columns.length === 0) throw refuse("SELECT 没有列");
  if (columns.length > maxColumns) throw refuse(`列过多，最多 ${maxColumns} 列`);
  const seen = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (name === "?column?" || name === "") throw refuse(`第 ${index + 1} 列没有名称，请用 AS 写明`);
    if (name.length > longestName) throw refuse(`列名${quoted(name)}过长，最多 ${longestName} 个字符`);
    if (name === "__proto__") throw refuse(`列名${quoted(name)}不能使用`);
    if (seen.has(name)) throw refuse(`列名${quoted(name)}重复，请用 AS 另起名称`);
    seen.add(name);
  }
}

/** The fields that are shown unchanged, by the numbers of their table and column. */
async function findSources(
  columns: readonly AnsweredColumn[],
  database: Queryable,
  models: readonly ResolvedModel[],
): Promise<ReadonlyMap<string, Source>> {
  const tables = [...new Set(columns.map(({ tableId }) => tableId).filter((id) => id > 0))];
  if (tables.length === 0) return new Map();
  const { rows } = await sql<{ key: string; table: string; column: string }>`
    select attrelid || ' ' || attnum as key, relname as table, attname as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where attrelid = any(cast(${tables.map(String)} as oid[])) and attnum > 0`.execute(database);
  return new Map(
    rows.flatMap(({ key, table, column }): [string, Source][] => {
      const model = modelOfTable(models, table);
      const field = model && [...model.fields.values()].find((one) => one.column === column);
      return model && field ? [[key, { model, field }]] : [];
    }),
  );
}
