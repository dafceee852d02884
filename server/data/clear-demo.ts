import { sql, type Transaction } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { DataDocument } from "../../runtime/schema/types.gen.ts";
import { removeSecondFactors } from "../auth/second-factor.ts";
import { endSessionsOf } from "../auth/session-events.ts";
import type { Queryable, Tables } from "../db/database.ts";
import { dataTables } from "./data-tables.ts";
import { detailModels, isMade } from "./sample/plan-load.ts";

interface DemoParts {
  readonly models: ReadonlyMap<string, ResolvedModel>;
  /** Shipped rows by document id. */
  readonly data: ReadonlyMap<string, DataDocument>;
}

/** Tables that hold more than the demonstration: its people and departments are taken out one by one. */
const shared = ["system/user", "system/user-role", "system/user-depart", "system/depart"];

/** How many rows the demonstration made at its start; those of shipped documents, some dozens, are not among them. */
export async function countDemo(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(row_count), 0) as total from ${sql.table(dataTables.samples)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/**
 * Takes the demonstration company out: every row of the tables that only it fills, whoever added or changed it, its
 * accounts, and the departments below its root, which stays. Sums over these rows begin at nothing, numbers at one.
 *
 * @param keptUser stays, even if the demonstration shipped the account
 */
export async function clearDemo(trx: Transaction<Tables>, parts: DemoParts, keptUser: string): Promise<void> {
  const cleared = demoModels(parts);
  const tables = [...new Set([...cleared].map(({ table }) => table))];
  if (tables.length > 0) await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`.execute(trx);
  for (const model of parts.models.values()) if (!cleared.has(model)) await resetSums(trx, model, cleared);
  await removeAccounts(trx, valuesOf(parts, "system/user", "username"), keptUser);
  await removeDepartments(trx, rootCodes(parts));
  // A serial number goes on after the highest that is stored, and none is.
  await sql`truncate engine_counter`.execute(trx);
}

/** Models whose rows are all the demonstration's: sample rows, their sub-rows, documents that ship only with it. */
function demoModels({ models, data }: DemoParts): ReadonlySet<ResolvedModel> {
  const shipped = new Map<string, boolean>();
  for (const { model, when } of data.values()) {
    shipped.set(model, (shipped.get(model) ?? true) && when !== undefined);
  }
  const made = [...models.values()].filter(({ sample }) => isMade(sample));
  const ids = [...made.flatMap((model) => [model.id, ...detailModels(model)]), ...shipped.keys()];
  const owned = ids.filter((id) => !shared.includes(id) && shipped.get(id) !== false);
  return new Set(owned.flatMap((id) => models.get(id) ?? []));
}

async function resetSums(
  trx: Transaction<Tables>,
  model: ResolvedModel,
  cleared: ReadonlySet<ResolvedModel>,
): Promise<void> {
  if (model.of !== undefined) return;
  const gone = new Set([...cleared].map(({ id }) => id));
  for (const { rollup, column } of model.fields.values()) {
    if (!rollup || !gone.has(rollup.model)) continue;
    const empty = rollup.op === "sum" || rollup.op === "count" ? sql`0` : sql`null`;
    await sql`update ${sql.table(model.table)} set ${sql.id(column)} = ${empty}`.execute(trx);
  }
}

async function removeAccounts(trx: Transaction<Tables>, names: readonly string[], kept: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_user where username = any(${sql.val(names)}::text[]) and id <> ${kept}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await endSessionsOf(trx, ids);
  await removeSecondFactors(trx, ids);
  for (const table of ["sys_user_role", "sys_user_depart", "sys_depart_role_user", "sys_user_secret"] as const) {
    await sql`delete from ${sql.table(table)} where user_id = any(${sql.val(ids)}::text[])`.execute(trx);
  }
  await sql`delete from sys_user where id = any(${sql.val(ids)}::text[])`.execute(trx);
}

/** Departments that the demonstration has put below its own. */
async function removeDepartments(trx: Transaction<Tables>, roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    await sql`delete from sys_depart where starts_with(org_code, ${root}) and org_code <> ${root}`.execute(trx);
    await sql`update sys_depart set has_child = '0' where org_code = ${root}`.execute(trx);
  }
  const gone = (column: string) => sql`${sql.id(column)} not in (select id from sys_depart)`;
  await sql`delete from sys_depart_role_permission where role_id in
    (select id from sys_depart_role where ${gone("depart_id")})`.execute(trx);
  await sql`delete from sys_depart_role_user where drole_id in
    (select id from sys_depart_role where ${gone("depart_id")})`.execute(trx);
  await sql`delete from sys_depart_role where ${gone("depart_id")}`.execute(trx);
  await sql`delete from sys_depart_permission where ${gone("depart_id")}`.execute(trx);
  await sql`delete from sys_user_depart where ${gone("dep_id")}`.execute(trx);
}

/** Codes of the demonstration's departments that lie below none. */
export const rootCodes = ({ data }: Pick<DemoParts, "data">): readonly string[] =>
  demoRows(data, "system/depart")
    .filter(({ parentId }) => parentId === undefined)
    .map(({ orgCode }) => String(orgCode));

const valuesOf = ({ data }: DemoParts, model: string, field: string): readonly string[] =>
  demoRows(data, model).flatMap((row) => (typeof row[field] === "string" ? [row[field]] : []));

const demoRows = (data: DemoParts["data"], model: string): readonly Readonly<Record<string, unknown>>[] =>
  [...data.values()].filter((one) => one.model === model && one.when !== undefined).flatMap(({ rows }) => rows);
