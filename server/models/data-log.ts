import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";

const table = "sys_data_log";

/** One row for each change of a row: the row as it was left, so that two versions can be compared (contract 05). */
export function logChange(
  work: Work,
  model: ResolvedModel,
  row: Row,
  change: "saved" | "deleted" = "saved",
): Promise<void> {
  return logChanges(work, model, [row], change);
}

export async function logChanges(
  work: Work,
  model: ResolvedModel,
  rows: readonly Row[],
  change: "saved" | "deleted" = "saved",
): Promise<void> {
  if (!model.log || rows.length === 0) return;
  const declared = [...model.fields.values()].filter((field) => !field.system).map((field) => field.name);
  const entries = rows.map((row) => {
    const content = JSON.stringify(Object.fromEntries(declared.map((name) => [name, row[name] ?? null])));
    return sql`(${work.parts.newId()}, ${model.table}, ${row.id}, ${Number(row.version ?? 1)}, ${content}, ${change},
      ${work.caller.username}, cast(${work.now} as timestamp), ${work.caller.tenantId})`;
  });
  await sql`insert into ${sql.table(table)}
    (id, data_table, data_id, data_version, data_content, change, create_by, create_time, tenant_id)
    values ${sql.join(entries)}`.execute(work.trx);
}
