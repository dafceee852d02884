import { type RawBuilder, sql } from "kysely";
import { listColumn } from "../list-column.ts";
import { searchColumn } from "../search-bigrams.ts";
import { type ColumnType, isTextType, writeColumnType } from "./column-type.ts";
import type { IndexKey, WantedColumn, WantedIndex, WantedTable } from "./wanted-table.ts";

export type Statement = RawBuilder<unknown>;

/** Text sorts and compares by code point on both engines, whatever the server's own collation is. */
function typeSql(column: WantedColumn): Statement {
  const collation = isTextType(column.type) ? ` collate "C"` : "";
  return sql.raw(`${writeColumnType(column.type)}${collation}`);
}

function columnSql(column: WantedColumn): Statement {
  return sql`${sql.id(column.name)} ${typeSql(column)}${sql.raw(column.constraint && ` ${column.constraint}`)}`;
}

export const tableSql = {
  create: (table: WantedTable): Statement =>
    sql`create table ${sql.id(table.name)} (${sql.join(table.columns.map(columnSql))})`,

  drop: (table: string): Statement => sql`drop table ${sql.id(table)}`,

  rename: (table: string, to: string): Statement => sql`alter table ${sql.id(table)} rename to ${sql.id(to)}`,

  createIndex(table: string, index: WantedIndex): Statement {
    const unique = sql.raw(index.kind === "unique" ? "unique " : "");
    const live = sql.raw(index.liveOnly ? " where del_flag = 0" : "");
    return sql`create ${unique}index ${sql.id(index.name)} on ${sql.id(table)} ${keysSql[index.kind](index.keys)}${live}`;
  },

  dropIndex: (name: string): Statement => sql`drop index ${sql.id(name)}`,

  addColumn: (table: string, column: WantedColumn): Statement =>
    sql`alter table ${sql.id(table)} add column ${columnSql(column)}`,

  dropColumn: (table: string, column: string): Statement =>
    sql`alter table ${sql.id(table)} drop column ${sql.id(column)}`,

  renameColumn: (table: string, from: string, to: string): Statement =>
    sql`alter table ${sql.id(table)} rename column ${sql.id(from)} to ${sql.id(to)}`,

  changeType: (table: string, column: WantedColumn): Statement =>
    sql`alter table ${sql.id(table)} alter column ${sql.id(column.name)} type ${typeSql(column)}`,

  /** Ids of rows, at most so many; null where a table that is not ours has no such column. Never fails on a value. */
  findRows: (table: string, where: Statement, limit: number): Statement =>
    sql`select to_jsonb(found) ->> 'id' as id from ${sql.id(table)} found where ${where} limit ${sql.lit(limit)}`,
};

const sorted = (keys: readonly IndexKey[]): Statement => sql`(${sql.join(keys.map(keySql))})`;
const entries =
  (entriesOf: (column: Statement) => Statement) =>
  (keys: readonly IndexKey[]): Statement =>
    sql`using gin (${sql.join(keys.map(({ column }) => entriesOf(sql.id(column))))})`;

const keysSql: Readonly<Record<WantedIndex["kind"], (keys: readonly IndexKey[]) => Statement>> = {
  unique: sorted,
  plain: sorted,
  search: entries(searchColumn),
  list: entries(listColumn),
};

const keySql = ({ column, order, ignoresCase }: IndexKey): Statement => {
  const value = ignoresCase ? sql`lower(${sql.id(column)})` : sql.id(column);
  return sql`${value}${sql.raw(order === "desc" ? " desc" : "")}`;
};

/** Which rows have no room for their value, or lose it. */
export const losses = {
  noRoom: (column: WantedColumn): Statement => noRoom(sql.id(column.name), column.type),
  anyValue: (column: string): Statement => sql`${sql.id(column)} is not null`,
};

function noRoom(value: Statement, type: ColumnType): Statement {
  switch (type.kind) {
    case "varchar":
      return sql`length(${value}) > ${sql.lit(type.length)}`;
    case "numeric":
      return sql`${value}::numeric <> round(${value}::numeric, ${sql.lit(type.scale)}) or abs(${value}::numeric) >= 10::numeric ^ ${sql.lit(type.whole)}`;
    case "integer":
      return sql`${value} not between -2147483648 and 2147483647`;
    case "smallint":
      return sql`${value} not between -32768 and 32767`;
    case "seconds":
      return sql`${value} <> date_trunc('second', ${value})`;
    default:
      return sql`${value} is not null`;
  }
}
