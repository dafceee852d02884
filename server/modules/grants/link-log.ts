import { type RawBuilder, sql } from "kysely";
import { modelOfTable } from "../../../runtime/model/model-of-table.ts";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { type Caller, logNames } from "../../auth/caller.ts";
import type { Queryable } from "../../db/database.ts";

type Models = ReadonlyMap<string, ResolvedModel>;

/** What decides who may do what: roles, who has them, and what they grant. Written by statements of their own, beside the engine. */
const auditedTables = [
  ...["sys_user", "sys_role", "sys_depart_role"],
  ...["sys_user_role", "sys_user_depart", "sys_depart_role_user"],
  ...["sys_role_permission", "sys_depart_permission", "sys_depart_role_permission"],
] as const;
type LinkTable = (typeof auditedTables)[number];

/**
 * Keeps in the data log what shipped documents, upgrades and the first start have granted, so that the log alone says
 * who could do what on any day. Entries carry the time and the author of their rows; what is known already is left out.
 */
export async function logKnownGrants(db: Queryable, models: Models): Promise<void> {
  for (const table of auditedTables) await logNewLinks(db, models, table, sql<boolean>`true`);
}

/** Keeps links in the data log that it does not know yet, for example those that were just made. */
export async function logNewLinks(
  db: Queryable,
  models: Models,
  table: LinkTable,
  where: RawBuilder<unknown>,
): Promise<void> {
  const model = loggedModel(models, table);
  if (!model) return;
  const by = { author: sql`link.create_by`, viewed: null, time: sql`link.create_time`, tenantId: 0 };
  await sql`${insertInto} select ${entry(model, "saved", sql`coalesce(link.version, 1)`, by)}
    from ${sql.table(table)} link where (${where}) and not exists (select 1 from sys_data_log known
      where known.data_table = ${table} and known.data_id = link.id)`.execute(db);
}

export interface LinkRemoval {
  readonly db: Queryable;
  readonly models: Models;
  readonly caller: Caller;
  readonly now: string;
}

/**
 * Removes links and keeps each in the data log as removed.
 *
 * @returns how many there were
 */
export async function removeLinks(
  { db, models, caller, now }: LinkRemoval,
  table: LinkTable,
  where: RawBuilder<unknown>,
): Promise<number> {
  const gone = sql`delete from ${sql.table(table)} where ${where}`;
  const model = loggedModel(models, table);
  if (!model) return Number((await gone.execute(db)).numAffectedRows ?? 0);
  const { actor, viewed } = logNames(caller);
  const by = { author: sql`${actor.username}`, viewed, time: sql`${now}::timestamp`, tenantId: caller.tenantId };
  const { rows } = await sql`with link as (${gone} returning *)
    ${insertInto} select ${entry(model, "deleted", sql`coalesce(link.version, 0) + 1`, by)} from link
    returning id`.execute(db);
  return rows.length;
}

/** Keeps rows that a statement has just changed in the data log, as they are now. */
export async function logAsSaved(
  { db, models, caller, now }: LinkRemoval,
  table: LinkTable,
  where: RawBuilder<unknown>,
): Promise<void> {
  const model = loggedModel(models, table);
  if (!model) return;
  const { actor, viewed } = logNames(caller);
  const by = { author: sql`${actor.username}`, viewed, time: sql`${now}::timestamp`, tenantId: caller.tenantId };
  await sql`${insertInto} select ${entry(model, "saved", sql`link.version`, by)}
    from ${sql.table(table)} link where ${where}`.execute(db);
}

const loggedModel = (models: Models, table: LinkTable) => {
  const model = modelOfTable(models.values(), table);
  return model?.log ? model : undefined;
};

const insertInto = sql`insert into sys_data_log (id, version, create_by, viewed_user, create_time, tenant_id,
  data_table, data_id, data_version, change, data_content)`;

interface Author {
  readonly author: RawBuilder<unknown>;
  readonly viewed: string | null;
  readonly time: RawBuilder<unknown>;
  readonly tenantId: number;
}

/** The values of one entry, of a row called `link`; the same as the engine writes. */
function entry(model: ResolvedModel, change: string, version: RawBuilder<unknown>, by: Author): RawBuilder<unknown> {
  const declared = [...model.fields.values()].filter((field) => !field.system);
  const content = declared.flatMap(({ name, column, type }) => {
    const value = sql.ref(`link.${column}`);
    return [sql`${name}::text`, type === "datetime" ? sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')` : value];
  });
  return sql`replace(gen_random_uuid()::text, '-', ''), 1, ${by.author}, ${by.viewed}::text, ${by.time},
    ${by.tenantId}::bigint, ${model.table}::text, link.id, ${version}, ${change}::text,
    json_build_object(${sql.join(content)})::text`;
}
