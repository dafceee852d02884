import { sql, type Transaction } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Database, Queryable, Tables } from "../../db/database.ts";
import { lockSchema } from "../../db/migrate.ts";
import { readTables } from "../../db/tables/actual-table.ts";
import { runPlans } from "../../db/tables/apply-models.ts";
import { type PlanStep, planTable } from "../../db/tables/plan-table.ts";
import { tableSql } from "../../db/tables/table-sql.ts";
import { wantedTable } from "../../db/tables/wanted-table.ts";
import { refuse } from "../../http/refusal.ts";
import { structureOf } from "./check-form.ts";
import { formsChannel } from "./online-forms.ts";
import type { StoredForm, StoredHead } from "./stored-forms.ts";
import { asideOf, changeTable, clearedName, lockHead, lockTable } from "./synchronise.ts";
import { keepSynchronised } from "./versions.ts";

/** A table that a forced synchronisation has put aside, with the definition that it was made for. */
export interface Aside {
  readonly versionId: string;
  readonly headId: string;
  readonly table: string;
  readonly definition: StoredForm;
}

/**
 * What the record of a synchronisation has put aside.
 *
 * @throws AppError INVALID for a record that put nothing aside
 */
export async function readAside(db: Queryable, versionId: string): Promise<Aside> {
  const { rows } = await sql<{ head: string; backup: string | null; definition: StoredForm | string | null }>`
    select v.cgform_head_id as head, v.backup,
      (select former.definition from onl_cgform_version former
        where former.cgform_head_id = v.cgform_head_id and (former.create_time, former.id) < (v.create_time, v.id)
        order by former.create_time desc, former.id desc limit 1) as definition
    from onl_cgform_version v where v.id = ${versionId}`.execute(db);
  const { head, backup, definition } = rows[0] ?? {};
  if (!head || !backup) throw refuse("这次同步没有保留旧表，没有可以恢复的数据");
  if (!definition) throw refuse(`旧表 ${backup} 没有对应的表单定义，请用“导入数据库表”把它做成表单`);
  const read = typeof definition === "string" ? (JSON.parse(definition) as StoredForm) : definition;
  return { versionId, headId: head, table: backup, definition: read };
}

export interface BringBack {
  readonly aside: Aside;
  readonly head: StoredHead;
  /** Of the definition that the table was made for. */
  readonly model: ResolvedModel;
  readonly username: string;
  readonly now: string;
  readonly newId: () => string;
}

/**
 * Puts a table that was put aside back into its place, and the table of now aside in its turn. The form works as it did
 * then; a later definition waits for its synchronisation.
 *
 * @returns the table that has the rows of now, if there are any
 * @throws AppError INVALID when the table is gone; StaleForm, TableInUse, TableChangeRefused
 */
export function bringBack(db: Database, call: BringBack): Promise<string | undefined> {
  return changeTable(db, (trx) => bringBackIn(trx, call));
}

async function bringBackIn(trx: Transaction<Tables>, call: BringBack): Promise<string | undefined> {
  const { aside, head, model, now } = call;
  await lockSchema(trx);
  await lockHead(trx, head);
  const tables = await readTables(trx);
  const kept = tables.get(aside.table);
  if (!kept) throw refuse(`旧表 ${aside.table} 已经不在了`);
  const actual = tables.get(model.table);
  if (actual) await lockTable(trx, model.table);
  const freeing = actual ? await clearedName(trx, tables, actual, now) : [];
  const back: PlanStep = {
    kind: "renameTable",
    subject: model.table,
    statement: tableSql.rename(kept.name, model.table),
  };
  // Its indexes went when it was put aside.
  const { steps } = planTable(wantedTable(model), { ...kept, name: model.table });
  await runPlans(trx, [{ table: model.table, steps: [...freeing, back, ...steps], keptColumns: [] }]);
  const backup = asideOf(freeing);
  await sql`update onl_cgform_version set backup = null where id = ${aside.versionId}`.execute(trx);
  const isCurrent = structureOf(model) === head.structure;
  await sql`update onl_cgform_head set is_db_synch = ${isCurrent ? "Y" : "N"}, version = version + 1
    where id = ${head.id}`.execute(trx);
  await keepSynchronised(trx, { ...call, form: aside.definition, mode: "restore", backup });
  notifyOnCommit(trx, formsChannel);
  return backup;
}
