import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";

const table = "sys_data_log";

/** One row for each change of a row: the row as it was left, so that two versions can be compared (contract 05). */
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
