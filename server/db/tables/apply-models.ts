import { sql, type Transaction } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { type Database, DatabaseError, type Tables } from "../database.ts";
import { lockSchema } from "../migrate.ts";
import { readTables } from "./actual-table.ts";
import { type PlanStep, planTable, type TablePlan } from "./plan-table.ts";
import { type RefusedChange, TableChangeRefused } from "./table-change-refused.ts";
import { tableSql } from "./table-sql.ts";
import { wantedTable } from "./wanted-table.ts";

/** Building an index over a large table takes minutes. */
export const tableDeadlineMs = 30 * 60_000;

/** A column that a table with rows did not have. */
export interface AddedColumn {
  readonly table: string;
  readonly column: string;
}

export interface AppliedModels {
  /** Statements that ran, in order; empty when the tables were as the models ask. */
  readonly statements: readonly string[];
  readonly added: readonly AddedColumn[];
  /** Columns that no model has any more, as `table.column`. They and their data stay. */
  readonly keptColumns: readonly string[];
}

export interface ApplyOptions {
  /** Ids of models whose new tables get rows before their indexes; call `createIndexes` after loading. */
  readonly indexLater?: ReadonlySet<string>;
  /** Gives the rows that are there their values, before anybody sees the columns. */
  readonly fill?: (trx: Transaction<Tables>, added: readonly AddedColumn[]) => Promise<void>;
}

/**
 * Makes and changes tables until they are as the models ask: all of them or, when one change is refused, none.
 * Call `migrate` first: search indexes need its function.
 *
 * @throws TableChangeRefused when a change would lose data
 */
export function applyModels(
  db: Database,
  models: Iterable<ResolvedModel>,
  options: ApplyOptions = {},
): Promise<AppliedModels> {
  const all = [...models];
  return db.transaction(
    async (trx) => {
      await lockSchema(trx);
      const actual = await readTables(trx);
      const plans = all
        .filter(hasTable)
        .map((model) =>
          planTable(wantedTable(model, all), actual.get(model.table), { indexes: !options.indexLater?.has(model.id) }),
        );
      const applied = await runPlans(trx, plans);
      if (applied.added.length > 0) await options.fill?.(trx, applied.added);
      return applied;
    },
    { deadlineMs: tableDeadlineMs },
  );
}

/** One model per table: another view of rows asks for no columns of its own. */
const hasTable = (model: ResolvedModel): boolean => model.of === undefined;

/**
 * Runs plans within a transaction that holds the schema's lock: all of them or, when one is refused, none.
 *
 * @throws TableChangeRefused when a change would lose data
 */
export async function runPlans(trx: Transaction<Tables>, plans: readonly TablePlan[]): Promise<AppliedModels> {
  await refuseLosses(trx, plans);
  const statements: string[] = [];
  for (const plan of plans) {
    for (const step of plan.steps) statements.push(await runStep(trx, plan, step));
  }
  return {
    statements,
    added: plans.flatMap(({ table, steps }) =>
      steps.flatMap(({ kind, subject }) => (kind === "addColumn" ? [{ table, column: subject }] : [])),
    ),
    keptColumns: plans.flatMap(({ table, keptColumns }) => keptColumns.map((column) => `${table}.${column}`)),
  };
}

/** What `applyModels` would do, without doing it; `refused` when it would not. */
export async function planModels(
  db: Database,
  models: Iterable<ResolvedModel>,
): Promise<{ readonly statements: readonly string[]; readonly refused: readonly RefusedChange[] }> {
  const all = [...models];
  return db.transaction(async (trx) => {
    const actual = await readTables(trx);
    const plans = all.filter(hasTable).map((model) => planTable(wantedTable(model, all), actual.get(model.table)));
    const steps = plans.flatMap((plan) => plan.steps);
    return {
      statements: steps.map((step) => step.statement.compile(trx).sql),
      refused: await findLosses(trx, plans),
    };
  });
}

/** The indexes that a table still lacks, and statistics for the planner; after a bulk load. */
export async function createIndexes(db: Database, model: ResolvedModel, models: Iterable<ResolvedModel> = [model]) {
  await applyModels(db, [model, ...[...models].filter((other) => other.id !== model.id)]);
  await analyzeTable(db, model.table);
}

/**
 * Statistics for the planner. The embedded engine has nobody who does it in the background.
 *
 * @param options.target rows looked at, in units of 300; default 100 units. Searched columns make each row dear.
 */
export async function analyzeTable(
  db: Database,
  table: string,
  { target = 100 }: { readonly target?: number } = {},
): Promise<void> {
  const work = async (trx: Transaction<Tables>) => {
    await sql`set local default_statistics_target = ${sql.lit(target)}`.execute(trx);
    await sql`analyze ${sql.id(table)}`.execute(trx);
  };
  await db.transaction(work, { deadlineMs: tableDeadlineMs });
}

async function refuseLosses(trx: Transaction<Tables>, plans: readonly TablePlan[]): Promise<void> {
  const refused = await findLosses(trx, plans);
  if (refused.length > 0) throw new TableChangeRefused(refused);
}

async function findLosses(trx: Transaction<Tables>, plans: readonly TablePlan[]): Promise<RefusedChange[]> {
  const refused: RefusedChange[] = [];
  for (const { table, steps } of plans) {
    for (const { loss, statement } of steps) {
      if (!loss || (await tableSql.findRows(table, loss.where, 1).execute(trx)).rows.length === 0) continue;
      refused.push({ table, reason: loss.reason, statement: statement.compile(trx).sql });
    }
  }
  return refused;
}

/** A unique index over rows that are not unique, a number that does not fit: refused like any other loss. */
async function runStep(trx: Transaction<Tables>, plan: TablePlan, step: PlanStep): Promise<string> {
  const text = step.statement.compile(trx).sql;
  try {
    await step.statement.execute(trx);
    return text;
  } catch (error) {
    const reason = error instanceof DatabaseError ? dataReasons[error.failure] : undefined;
    if (!reason) throw error;
    throw new TableChangeRefused([{ table: plan.table, reason, statement: text }]);
  }
}

const dataReasons: Partial<Record<DatabaseError["failure"], string>> = {
  unique: "已有重复的数据，不能建立唯一索引",
  outOfRange: "有数据超出新的范围",
  tooLong: "有数据超出新的长度",
};
