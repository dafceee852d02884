import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";

export interface StoredColumn {
  readonly name: string;
  /** As PostgreSQL writes it, for example `character varying(64)`. */
  readonly type: string;
}

export interface StoredTable {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly StoredColumn[];
}

/** The statements that make a database's shape again: `before` the rows, `after` them. */
export interface Shape {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly tables: readonly StoredTable[];
}

interface ColumnRow {
  readonly table_name: string;
  readonly options: string | null;
  readonly name: string;
  readonly type: string;
  readonly collation: string | null;
  readonly is_required: boolean;
  readonly identity: string;
  readonly generated: string;
  readonly expression: string | null;
}

/** Reads the shape of schema `public` from the catalogue: tables of run-time forms are in no document and in no step. */
export async function readShape(db: Queryable): Promise<Shape> {
  const columns = await readColumns(db);
  const names = [...new Set(columns.map((column) => column.table_name))];
  return {
    before: [
      ...(await texts(db, functionsSql)),
      ...(await texts(db, sequencesSql)),
      ...names.map((name) =>
        createTable(
          name,
          columns.filter((column) => column.table_name === name),
        ),
      ),
    ],
    after: [...(await texts(db, constraintsSql)), ...(await texts(db, indexesSql)), ...(await sequenceValues(db))],
    tables: names.map((name) => ({
      name,
      columns: columns
        .filter((column) => column.table_name === name && column.generated === "")
        .map((column) => ({ name: column.name, type: column.type })),
    })),
  };
}

async function readColumns(db: Queryable): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    select class.relname as table_name, array_to_string(class.reloptions, ', ') as options, attribute.attname as name,
      format_type(attribute.atttypid, attribute.atttypmod) as type,
      case when attribute.attcollation <> type.typcollation then coll.collname end as collation,
      attribute.attnotnull as is_required, attribute.attidentity as identity, attribute.attgenerated as generated,
      pg_get_expr(definition.adbin, definition.adrelid) as expression
    from pg_class class
    join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type type on type.oid = attribute.atttypid
    left join pg_collation coll on coll.oid = attribute.attcollation
    left join pg_attrdef definition on definition.adrelid = class.oid and definition.adnum = attribute.attnum
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r'
    order by class.relname, attribute.attnum`.execute(db);
  return rows;
}

function createTable(name: string, columns: readonly ColumnRow[]): string {
  const lines = columns.map((column) => {
    const parts = [quoted(column.name), column.type];
    if (column.collation) parts.push(`collate ${quoted(column.collation)}`);
    if (column.identity !== "")
      parts.push(`generated ${column.identity === "a" ? "always" : "by default"} as identity`);
    else if (column.generated !== "") parts.push(`generated always as (${column.expression}) stored`);
    else if (column.expression) parts.push(`default ${column.expression}`);
    if (column.is_required) parts.push("not null");
    return parts.join(" ");
  });
  const options = columns[0]?.options ? ` with (${columns[0].options})` : "";
  return `create table ${quoted(name)} (${lines.join(", ")})${options}`;
}

/** Not what belongs to an extension: it comes with the extension. */
const functionsSql = sql<{ text: string }>`
  select pg_get_functiondef(routine.oid) as text from pg_proc routine
  where routine.pronamespace = 'public'::regnamespace and routine.prokind = 'f' and not exists (
    select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = routine.oid and deptype = 'e')
  order by routine.proname, routine.oid`;

/** Not those of identity columns: they come with their column. */
const sequencesSql = sql<{ text: string }>`
  select format('create sequence %I as %s', class.relname, format_type(sequence.seqtypid, null)) as text
  from pg_class class join pg_sequence sequence on sequence.seqrelid = class.oid
  where class.relnamespace = 'public'::regnamespace and not exists (
    select 1 from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'i')
  order by class.relname`;

/** Keys before references to them; what a column already says of itself (not null) is left out. */
const constraintsSql = sql<{ text: string }>`
  select format('alter table %I add constraint %I %s', class.relname, con.conname, pg_get_constraintdef(con.oid)) as text
  from pg_constraint con join pg_class class on class.oid = con.conrelid
  where class.relnamespace = 'public'::regnamespace and con.contype in ('p', 'u', 'c', 'f')
  order by array_position(array['p', 'u', 'c', 'f'], con.contype::text), class.relname, con.conname`;

const indexesSql = sql<{ text: string }>`
  select pg_get_indexdef(index.indexrelid) as text
  from pg_index index join pg_class class on class.oid = index.indrelid
  where class.relnamespace = 'public'::regnamespace and not exists (
    select 1 from pg_constraint where conindid = index.indexrelid)
  order by index.indexrelid`;

async function texts(db: Queryable, query: typeof functionsSql): Promise<string[]> {
  return (await query.execute(db)).rows.map((row) => row.text);
}

async function sequenceValues(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    order by relname`.execute(db);
  const statements: string[] = [];
  for (const { name } of rows) {
    const state = await sql<{ last_value: string; is_called: boolean }>`
      select last_value, is_called from ${sql.table(name)}`.execute(db);
    const [row] = state.rows;
    if (row) statements.push(`select setval(${literal(quoted(name))}, ${Number(row.last_value)}, ${row.is_called})`);
  }
  return statements;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
