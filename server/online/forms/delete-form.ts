import { sql, type Transaction } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { Queryable, Tables } from "../../db/database.ts";
import { type ActualTable, readTables } from "../../db/tables/actual-table.ts";
import { runPlans } from "../../db/tables/apply-models.ts";
import { tableSql } from "../../db/tables/table-sql.ts";
import { copiedAs } from "./copy-form.ts";
import type { StoredForm } from "./stored-forms.ts";
import { asideOf, clearedName, lockTable } from "./synchronise.ts";
import { keepSynchronised } from "./versions.ts";

interface Who {
  readonly username: string;
  readonly now: string;
  readonly newId: () => string;
}

/**
 * Takes the tables of deleted forms away: one with rows goes on under another name with the definition that it was made
 * for, so that nothing that was written meanwhile is lost. In the transaction that removes the definitions, which has the
 * schema's lock.
 *
 * @throws TableInUse
 */
export async function putTablesAside(trx: Transaction<Tables>, forms: readonly StoredForm[], who: Who): Promise<void> {
  for (const form of forms) {
    const tables = await readTables(trx);
    const actual = tables.get(form.head.tableName);
    if (!actual) continue;
    await lockTable(trx, actual.name);
    const steps = await clearedName(trx, tables, actual, who.now);
    await runPlans(trx, [{ table: actual.name, steps, keptColumns: [] }]);
    const backup = asideOf(steps);
    if (backup !== undefined) await keepSynchronised(trx, { ...who, form, mode: deleted, backup });
  }
}

const deleted = "delete";

/** The definitions of deleted forms, by the table that has their rows. */
export async function deletedForms(db: Queryable): Promise<ReadonlyMap<string, StoredForm>> {
  const { rows } = await sql<{ backup: string; definition: StoredForm | string }>`
    select backup, definition from onl_cgform_version where mode = ${deleted} and backup is not null`.execute(db);
  return new Map(
    rows.map(({ backup, definition }) => [
      backup,
      typeof definition === "string" ? (JSON.parse(definition) as StoredForm) : definition,
    ]),
  );
}

/**
 * Brings the table of a deleted form back, under its own name where that is free, with its definition. In a transaction
 * that has the schema's lock.
 *
 * @returns the body of the form
 */
export async function broughtBack(trx: Queryable, form: StoredForm, aside: ActualTable): Promise<Row> {
  const { tableName, tableTxt } = form.head;
  const isFree = !(await readTables(trx)).has(tableName) && !(await hasForm(trx, tableName));
  if (isFree) await tableSql.rename(aside.name, tableName).execute(trx);
  await sql`delete from onl_cgform_version where mode = ${deleted} and backup = ${aside.name}`.execute(trx);
  return { ...copiedAs(form, isFree ? tableName : aside.name), tableTxt };
}

async function hasForm(db: Queryable, tableName: string): Promise<boolean> {
  const { rows } = await sql`select 1 from onl_cgform_head where table_name = ${tableName} limit 1`.execute(db);
  return rows.length > 0;
}
