import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * Ids of menus and buttons lose their slash (`store/order` → `store.order`): recorded clients put them into paths
 * unencoded. Ids come from documents, so everything that names one is renamed with it and grants stay as they are.
 */
export async function up(trx: Transaction<Tables>): Promise<void> {
  // A new database has no tables of models yet, and no such id.
  if (!(await hasTable(trx, "sys_permission"))) return;
  for (const [table, columns] of Object.entries(naming)) {
    if (await hasTable(trx, table)) for (const column of columns) await renameColumn(trx, table, column);
  }
  await renameShippedMenus(trx);
  for (const [model, fields] of Object.entries(fieldsOfModels)) await renameShippedRows(trx, model, fields);
  if (await hasTable(trx, "sys_data_log")) await renameInDataLog(trx);
  if (await hasTable(trx, "sys_comment")) await renameCommented(trx);
}

/** Columns that hold nothing but permission ids. */
const naming: Readonly<Record<string, readonly string[]>> = {
  sys_permission: ["id", "parent_id"],
  sys_permission_shipped: ["id"],
  sys_role_permission: ["permission_id"],
  sys_depart_permission: ["permission_id"],
  sys_depart_role_permission: ["permission_id"],
  sys_permission_data_rule: ["permission_id"],
};

/** The same by model, for rows kept as JSON. */
const fieldsOfModels: Readonly<Record<string, readonly string[]>> = {
  "system/permission": ["id", "parentId"],
  "system/role-permission": ["permissionId"],
  "system/depart-permission": ["permissionId"],
  "system/depart-role-permission": ["permissionId"],
  "system/data-rule": ["permissionId"],
};

const loggedTables: Readonly<Record<string, string>> = {
  sys_permission: "parentId",
  sys_role_permission: "permissionId",
  sys_depart_permission: "permissionId",
  sys_depart_role_permission: "permissionId",
  sys_permission_data_rule: "permissionId",
};

async function hasTable(trx: Transaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(trx);
  return rows[0]?.found === true;
}

async function renameColumn(trx: Transaction<Tables>, table: string, column: string): Promise<void> {
  const at = sql.ref(column);
  await sql`update ${sql.table(table)} set ${at} = replace(${at}, '/', '.') where ${at} like '%/%'`.execute(trx);
}

async function renameShippedMenus(trx: Transaction<Tables>): Promise<void> {
  await sql`update sys_permission_shipped
    set shipped = jsonb_set(shipped, '{parentId}', to_jsonb(replace(shipped ->> 'parentId', '/', '.')))
    where shipped ->> 'parentId' like '%/%'`.execute(trx);
}

type Values = Record<string, unknown>;

/** What was shipped for a row is found by its key, of which the id may be a part. */
async function renameShippedRows(trx: Transaction<Tables>, model: string, fields: readonly string[]): Promise<void> {
  const { rows } = await sql<{ row_key: string; shipped: Values | string }>`
    select row_key, shipped from data_row where model = ${model}`.execute(trx);
  for (const { row_key, shipped } of rows) {
    const values: Values = typeof shipped === "string" ? JSON.parse(shipped) : shipped;
    const old = fields.map((field) => values[field]).filter((value) => typeof value === "string");
    if (!old.some((value) => value.includes("/"))) continue;
    const renamed = (value: unknown) => (old.includes(value as string) ? dotted(value as string) : value);
    const key = JSON.stringify((JSON.parse(row_key) as unknown[]).map(renamed));
    const next = { ...values, ...Object.fromEntries(fields.map((field) => [field, renamed(values[field])])) };
    await sql`update data_row set row_key = ${key}, shipped = cast(${JSON.stringify(next)} as json)
      where model = ${model} and row_key = ${row_key}`.execute(trx);
  }
}

const dotted = (id: string): string => id.replaceAll("/", ".");

/** Versions of a menu stay the versions of that menu. */
async function renameInDataLog(trx: Transaction<Tables>): Promise<void> {
  await sql`update sys_data_log set data_id = replace(data_id, '/', '.')
    where data_table = 'sys_permission' and data_id like '%/%'`.execute(trx);
  for (const [table, field] of Object.entries(loggedTables)) {
    await sql`update sys_data_log set data_content = (data_content::jsonb || jsonb_build_object(
        ${field}::text, replace(data_content::jsonb ->> ${field}, '/', '.')))::text
      where data_table = ${table} and data_content::jsonb ->> ${field} like '%/%'`.execute(trx);
  }
}

async function renameCommented(trx: Transaction<Tables>): Promise<void> {
  await sql`update sys_comment set data_id = replace(data_id, '/', '.')
    where data_table = 'sys_permission' and data_id like '%/%'`.execute(trx);
}
