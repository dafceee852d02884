import { sql, type Transaction } from "kysely";
import type { Database, Queryable, Tables } from "./database.ts";

export interface Migration {
  /** File name without its ending, for example `0001-schema-table`; its number gives the order. */
  readonly name: string;
  up(trx: Transaction<Tables>): Promise<void>;
}

/** A step may build indexes over large tables. */
const stepDeadlineMs = 30 * 60_000;

/**
 * Runs the steps that this database has not had yet, each in a transaction of its own together with its record.
 * Several processes may start at once: the lock row lets one run while the others wait, then find nothing to do.
 *
 * @returns names of the steps that ran
 * @throws Error naming a recorded step that this program does not know: the database is newer than the program
 */
export async function migrate(db: Database, steps: readonly Migration[] = ownMigrations()): Promise<string[]> {
  await createBookkeeping(db);
  const had = await stepsHad(db.kysely, steps);
  const ran: string[] = [];
  for (const step of steps.filter(({ name }) => !had.has(name))) {
    const didRun = await db.transaction((trx) => runOnce(trx, step, steps), { deadlineMs: stepDeadlineMs });
    if (didRun) ran.push(step.name);
  }
  return ran;
}

/** The files of `migrations/`, in the order of their numbers. */
export function ownMigrations(): Migration[] {
  const files = import.meta.glob<Pick<Migration, "up">>("./migrations/[0-9]*.ts", { eager: true });
  return Object.entries(files)
    .map(([file, { up }]) => ({ name: file.replace(/^.*\/|\.ts$/g, ""), up }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Two processes may both find no table; the one that comes second gets a unique violation of the catalogue. */
async function createBookkeeping(db: Database): Promise<void> {
  const create = () =>
    db.transaction(async (trx) => {
      await sql`create table if not exists schema_migration (
        name varchar(200) primary key, applied_at timestamp(0) not null default localtimestamp)`.execute(trx);
      await sql`create table if not exists schema_lock (id integer primary key)`.execute(trx);
      await sql`insert into schema_lock (id) values (1) on conflict do nothing`.execute(trx);
    });
  await create().catch(create);
}

/** @throws Error naming a recorded step that is not one of these */
async function stepsHad(db: Queryable, steps: readonly Migration[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db);
  const had = new Set(rows.map((row) => row.name));
  const known = new Set(steps.map(({ name }) => name));
  const unknown = [...had].find((name) => !known.has(name));
  if (unknown) throw new Error(`the database is newer than this program: it has had step ${unknown}`);
  return had;
}

async function runOnce(trx: Transaction<Tables>, step: Migration, steps: readonly Migration[]): Promise<boolean> {
  await lockSchema(trx);
  if ((await stepsHad(trx, steps)).has(step.name)) return false;
  await step.up(trx);
  await sql`insert into schema_migration (name) values (${step.name})`.execute(trx);
  return true;
}

/** Whoever changes tables holds this row until its transaction ends. */
export async function lockSchema(trx: Transaction<Tables>): Promise<void> {
  await sql`select id from schema_lock where id = 1 for update`.execute(trx);
}
