import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import type { Work } from "./engine-parts.ts";

const table = "sys_data_log";

/** One row for each change of a row: the row as it was left, so that two versions can be compared (contract 05). */
export async function createDataLogTable(database: Queryable): Promise<void> {
  await sql`create table if not exists ${sql.table(table)} (
    id varchar(32) primary key,
    data_table varchar(64) not null,
    data_id varchar(64) not null,
    data_version integer not null,
    data_content text not null,
    change varchar(10) not null,
    create_by varchar(64),
    create_time timestamp not null,
    tenant_id bigint not null)`.execute(database);
  await sql`create index if not exists sys_data_log_row on ${sql.table(table)} (data_table, data_id)`.execute(database);
}

export async function logChange(
  work: Work,
  model: ResolvedModel,
  row: Row,
  change: "saved" | "deleted" = "saved",
): Promise<void> {
  if (!model.log) return;
  const declared = [...model.fields.values()].filter((field) => !field.system).map((field) => field.name);
  const content = JSON.stringify(Object.fromEntries(declared.map((name) => [name, row[name] ?? null])));
  await sql`insert into ${sql.table(table)}
    (id, data_table, data_id, data_version, data_content, change, create_by, create_time, tenant_id)
    values (${work.parts.newId()}, ${model.table}, ${row.id}, ${Number(row.version ?? 1)}, ${content}, ${change},
      ${work.caller.username}, cast(${work.now} as timestamp), ${work.caller.tenantId})`.execute(work.trx);
}
