import { sql, type Transaction } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { tableNameLimit } from "../../../runtime/online-forms/names.ts";
import { fillNewColumns, fillsOldRows } from "../../data/fill-new-columns.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Database, Queryable, Tables } from "../../db/database.ts";
import { lockSchema } from "../../db/migrate.ts";
import { type ActualTable, readTables } from "../../db/tables/actual-table.ts";
import { runPlans, tableDeadlineMs } from "../../db/tables/apply-models.ts";
import { type PlanStep, planTable, type TablePlan } from "../../db/tables/plan-table.ts";
import { tableSql } from "../../db/tables/table-sql.ts";
import { wantedTable } from "../../db/tables/wanted-table.ts";
import { formsChannel } from "./online-forms.ts";
import type { StoredForm, StoredHead } from "./stored-forms.ts";
import { keepSynchronised } from "./versions.ts";

/** `normal` keeps the rows in the table; `force` makes the table anew and keeps the former one under another name. */
export type SynchMode = "normal" | "force";

export interface PlannedStatement {
  readonly kind: PlanStep["kind"];
  readonly subject: string;
  readonly sql: string;
  /** How many rows of the table it rewrites or reads. */
  readonly rows: number;
  /** Why it is refused, and ids of rows that do not fit. */
  readonly refused?: { readonly reason: string; readonly count: number; readonly rows: readonly string[] };
}

export interface SynchPlan {
  readonly tableName: string;
  /** Rows that the table has now; null while there is no table. */
  readonly rowCount: number | null;
  readonly statements: readonly PlannedStatement[];
  /** Columns that the definition no longer has: they and their data stay. */
  readonly keptColumns: readonly string[];
  readonly isRefused: boolean;
}

const shownRows = 20;
const rewriting: ReadonlySet<PlanStep["kind"]> = new Set(["changeType", "createIndex", "dropColumn"]);

/** What a synchronisation would do, without doing it. */
export function planSynch(db: Database, model: ResolvedModel, mode: SynchMode, now: string): Promise<SynchPlan> {
  return db.transaction((trx) => describePlan(trx, model, mode, now), { deadlineMs: tableDeadlineMs });
}

async function describePlan(
  trx: Transaction<Tables>,
  model: ResolvedModel,
  mode: SynchMode,
  now: string,
): Promise<SynchPlan> {
  const plan = await planOf(trx, model, mode, now);
  const exists = (await readTables(trx)).has(model.table);
  const rowCount = exists ? await countRows(trx, model.table) : null;
  const statements: PlannedStatement[] = [];
  const duplicates = exists && mode === "normal" ? await duplicateRows(trx, model) : new Map<string, Loss>();
  const filled = new Set(
    [...model.fields.values()].flatMap((field) => (fillsOldRows(model, field) ? [field.column] : [])),
  );
  for (const step of plan.steps) {
    const refused = await refusalOf(trx, plan.table, step.loss ?? duplicates.get(step.subject));
    statements.push({
      kind: step.kind,
      subject: step.subject,
      sql: step.statement.compile(trx).sql,
      rows: rewriting.has(step.kind) || (step.kind === "addColumn" && filled.has(step.subject)) ? (rowCount ?? 0) : 0,
      ...(refused ? { refused } : {}),
    });
  }
  return {
    tableName: plan.table,
    rowCount,
    statements,
    keptColumns: plan.keptColumns,
    isRefused: statements.some(({ refused }) => refused !== undefined),
  };
}

async function planOf(trx: Queryable, model: ResolvedModel, mode: SynchMode, now: string): Promise<TablePlan> {
  const tables = await readTables(trx);
  const actual = tables.get(model.table);
  const wanted = wantedTable(model);
  if (mode === "normal" || !actual) {
    const plan = planTable(wanted, actual);
    return actual ? { ...plan, steps: [...plan.steps, ...(await freedColumns(trx, plan))] } : plan;
  }
  const { steps } = planTable(wanted, undefined);
  return { table: model.table, steps: [...(await clearedName(trx, tables, actual, now)), ...steps], keptColumns: [] };
}

/**
 * Makes a table's name free: one with rows goes on under another name, whole, so that no row that was written meanwhile
 * is lost. Names of indexes are those of the schema, so it goes without them.
 *
 * @param now its digits end the new name
 */
export async function clearedName(
  trx: Queryable,
  tables: ReadonlyMap<string, ActualTable>,
  { name, indexes }: ActualTable,
  now: string,
): Promise<PlanStep[]> {
  const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(trx);
  if (rows.length === 0) return [{ kind: "dropTable", subject: name, statement: tableSql.drop(name) }];
  const aside = freeName(tables, name, now);
  return [
    ...indexes.map(
      (index): PlanStep => ({ kind: "dropIndex", subject: index.name, statement: tableSql.dropIndex(index.name) }),
    ),
    { kind: "renameTable", subject: aside, statement: tableSql.rename(name, aside) },
  ];
}

/** `ext_order` → `ext_order_20261127093000`: a name that a form can take over. */
function freeName(tables: ReadonlyMap<string, unknown>, table: string, now: string): string {
  const digits = now.replaceAll(/\D/g, "");
  for (let at = 1; ; at += 1) {
    const tail = `_${digits}${at === 1 ? "" : `_${at}`}`;
    const name = table.slice(0, tableNameLimit - tail.length) + tail;
    if (!tables.has(name)) return name;
  }
}

/** A column of a table made elsewhere that must have a value, and that no field fills any more, would refuse every row. */
async function freedColumns(trx: Queryable, { table, keptColumns }: TablePlan): Promise<PlanStep[]> {
  if (keptColumns.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnotnull and not atthasdef
    and attname in (${sql.join(keptColumns)})`.execute(trx);
  return rows.map(({ name }) => ({
    kind: "changeType",
    subject: name,
    statement: sql`alter table ${sql.id(table)} alter column ${sql.id(name)} drop not null`,
  }));
}

type Loss = Pick<NonNullable<PlanStep["loss"]>, "where" | "reason">;

/** What keeps the unique indexes from being made, by their names; of columns that are there already. */
async function duplicateRows(trx: Queryable, model: ResolvedModel): Promise<Map<string, Loss>> {
  const columns = (await readTables(trx)).get(model.table)?.columns;
  const unique = wantedTable(model).indexes.filter(
    ({ kind, keys }) => kind === "unique" && keys.every(({ column }) => columns?.has(column)),
  );
  return new Map(
    unique.map(({ name, keys }): [string, Loss] => {
      const values = keys.map(({ column, ignoresCase }) =>
        ignoresCase ? sql`lower(${sql.id(column)})` : sql.id(column),
      );
      const row = sql`(${sql.join(values)})`;
      const filled = sql.join(
        keys.map(({ column }) => sql`${sql.id(column)} is not null`),
        sql` and `,
      );
      const where = sql`${row} in (select ${sql.join(values)} from ${sql.id(model.table)}
        where ${filled} group by ${sql.join(values)} having count(*) > 1)`;
      return [name, { where, reason: "已有重复的数据，不能建立唯一索引" }];
    }),
  );
}

async function refusalOf(trx: Queryable, table: string, loss: Loss | undefined): Promise<PlannedStatement["refused"]> {
  if (!loss) return undefined;
  const { rows } = await tableSql.findRows(table, loss.where, shownRows).execute(trx);
  if (rows.length === 0) return undefined;
  const found = rows as readonly { readonly id: string | null }[];
  return {
    reason: loss.reason,
    count: await countRows(trx, table, loss.where),
    rows: found.map(({ id }) => String(id ?? "")),
  };
}

async function countRows(trx: Queryable, table: string, where = sql<unknown>`true`): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.id(table)} where ${where}`.execute(
    trx,
  );
  return Number(rows[0]?.count ?? 0);
}

export interface Synchronisation {
  readonly form: StoredForm;
  readonly model: ResolvedModel;
  readonly mode: SynchMode;
  readonly username: string;
  readonly now: string;
  readonly newId: () => string;
}

/**
 * Brings the table to what the definition asks and puts the definition into force: both or neither.
 *
 * @returns the table that has the rows of a forced synchronisation, if there were any
 * @throws TableChangeRefused when a change would lose data, StaleForm when somebody stored the definition meanwhile,
 * TableInUse
 */
export function synchronise(db: Database, call: Synchronisation): Promise<string | undefined> {
  return changeTable(db, (trx) => synchroniseIn(trx, call));
}

/** One transaction that changes tables. */
export async function changeTable<Result>(
  db: Database,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work, { deadlineMs: tableDeadlineMs });
  } catch (error) {
    const isLate = (error as { readonly code?: unknown } | null)?.code === "55P03";
    throw isLate ? new TableInUse() : error;
  }
}

/** Somebody reads or writes the table for longer than it can be waited for. */
export class TableInUse extends Error {}

/** While this waits, everybody else waits behind it. */
const lockWaitMs = 3_000;

/** Nobody writes a row between the look for losses and the change: what is lost then would be lost silently. */
export async function lockTable(trx: Transaction<Tables>, table: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(trx);
  await sql`lock table ${sql.id(table)} in access exclusive mode`.execute(trx);
  await sql`select set_config('lock_timeout', '0', true)`.execute(trx);
}

/** The definition is another one than the caller planned with. */
export class StaleForm extends Error {}

async function synchroniseIn(trx: Transaction<Tables>, call: Synchronisation): Promise<string | undefined> {
  const { form, model, mode } = call;
  const { id } = form.head;
  await lockSchema(trx);
  await lockHead(trx, form.head);
  if ((await readTables(trx)).has(model.table)) await lockTable(trx, model.table);
  const plan = await planOf(trx, model, mode, call.now);
  const { added } = await runPlans(trx, [plan]);
  await fillNewColumns(trx, new Map([[model.id, model]]), added, call.now);
  await sql`update onl_cgform_head set is_db_synch = 'Y', version = version + 1 where id = ${id}`.execute(trx);
  await sql`update onl_cgform_field set db_field_name_old = null
    where cgform_head_id = ${id} and db_field_name_old is not null`.execute(trx);
  await sql`update onl_cgform_index set is_db_synch = 'Y' where cgform_head_id = ${id}`.execute(trx);
  const backup = asideOf(plan.steps);
  await keepSynchronised(trx, { ...call, backup });
  notifyOnCommit(trx, formsChannel);
  return backup;
}

/** @throws StaleForm */
export async function lockHead(trx: Transaction<Tables>, { id, version }: StoredHead): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from onl_cgform_head where id = ${id} for update`.execute(trx);
  if (Number(rows[0]?.version) !== Number(version)) throw new StaleForm();
}

/** The table that a plan puts aside. */
export const asideOf = (steps: readonly PlanStep[]): string | undefined =>
  steps.find(({ kind }) => kind === "renameTable")?.subject;
