import { sql } from "kysely";
import type { Queryable } from "../database.ts";
import { type ColumnType, readColumnType } from "./column-type.ts";

export interface ActualIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly partial: boolean;
  /** Column names in order; an expression as PostgreSQL prints it. */
  readonly columns: readonly string[];
}

export interface ActualTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, ColumnType>;
  readonly indexes: readonly ActualIndex[];
}

/** The tables of the current schema as they are; tables that do not exist are absent from the answer. */
export async function readTables(db: Queryable): Promise<Map<string, ActualTable>> {
  const columns = await sql<{ table: string; name: string; type: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db);
  const indexes = await sql<ActualIndex & { table: string }>`
    select t.relname as table, i.relname as name, x.indisunique as unique, x.indpred is not null as partial,
      array(select pg_get_indexdef(x.indexrelid, place, true)
        from generate_series(1, x.indnkeyatts) place order by place) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and not x.indisprimary`.execute(db);
  const tables = new Map<string, { name: string; columns: Map<string, ColumnType>; indexes: ActualIndex[] }>();
  for (const row of columns.rows) {
    const table = tables.get(row.table) ?? { name: row.table, columns: new Map(), indexes: [] };
    table.columns.set(row.name, readColumnType(row.type));
    tables.set(row.table, table);
  }
  for (const { table, ...index } of indexes.rows) tables.get(table)?.indexes.push(index);
  return tables;
}
