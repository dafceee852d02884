import { refuse } from "../../../http/refusal.ts";
import type { OpenSource, SourceSession } from "../../data-sources/source-pools.ts";

/** A row as the former system keeps it, its columns in lower case. */
export type LegacyRow = Readonly<Record<string, string | null>>;

/** The definitions of a former system, as its tables have them. */
export interface LegacyTables {
  readonly heads: readonly LegacyRow[];
  readonly fields: readonly LegacyRow[];
  readonly indexes: readonly LegacyRow[];
  readonly buttons: readonly LegacyRow[];
  readonly scripts: readonly LegacyRow[];
  readonly classes: readonly LegacyRow[];
  readonly statements: readonly LegacyRow[];
}

/** Which table fills which list; only the first two have to be there. */
const tables = {
  heads: "onl_cgform_head",
  fields: "onl_cgform_field",
  indexes: "onl_cgform_index",
  buttons: "onl_cgform_button",
  scripts: "onl_cgform_enhance_js",
  classes: "onl_cgform_enhance_java",
  statements: "onl_cgform_enhance_sql",
} as const satisfies Record<keyof LegacyTables, string>;

/** A few thousand forms with some dozens of fields each; more is no list to choose from. */
const mostRows = 200_000;
const deadlineMs = 10_000;

const existing: Readonly<Record<OpenSource["protocol"], string>> = {
  postgres: "select table_name from information_schema.tables where table_schema = current_schema()",
  mysql: "select table_name from information_schema.tables where table_schema = database()",
};

/** Reads every definition in one read-only transaction. @throws AppError INVALID without the tables, or as the source does */
export function readLegacy(source: OpenSource, signal?: AbortSignal): Promise<LegacyTables> {
  return source.read((session) => readTables(session, source.protocol), { deadlineMs, signal });
}

async function readTables(session: SourceSession, protocol: OpenSource["protocol"]): Promise<LegacyTables> {
  const { rows } = await session.query(existing[protocol]);
  const there = new Set(rows.map(([name]) => String(name).toLowerCase()));
  for (const name of [tables.heads, tables.fields]) {
    if (!there.has(name)) throw refuse(`数据源里没有表 ${name}，不是旧系统的数据库`);
  }
  const found: Partial<Record<keyof LegacyTables, readonly LegacyRow[]>> = {};
  for (const [list, name] of Object.entries(tables)) {
    // The names are ours; nothing of the other database is in the statement.
    found[list as keyof LegacyTables] = there.has(name) ? await rowsOf(session, name) : [];
  }
  return found as LegacyTables;
}

async function rowsOf(session: SourceSession, table: string): Promise<readonly LegacyRow[]> {
  const { rows, columns } = await session.query(`select * from ${table} limit ${mostRows + 1}`);
  if (rows.length > mostRows) throw refuse(`旧系统的表 ${table} 超过 ${mostRows} 行，不能导入`);
  const names = columns.map(({ name }) => name.toLowerCase());
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])));
}
