import { sql } from "kysely";
import { modelOfTable } from "../../../../runtime/model/model-of-table.ts";
import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import type { Database } from "../../../db/database.ts";
import { isSecret } from "./offered-tables.ts";
import { nodesOf, type SqlBody } from "./sql-tree.ts";

/** Cannot sign in, owns nothing, and may read the columns that reports may read. */
const roleName = "schema_console_report";

type Note = (event: string, details: Readonly<Record<string, unknown>>) => void;

/** The database's own role for reports: what a mistake of ours would let through, it refuses. */
export class ReportRole {
  readonly #database: Database;
  readonly #schema: string;
  readonly #granted = new Set<string>();

  private constructor(database: Database, schema: string) {
    this.#database = database;
    this.#schema = schema;
  }

  /** Undefined, with a note saying why, when the database's user may not make such a role. */
  static async open(database: Database, schema: string, note: Note): Promise<ReportRole | undefined> {
    try {
      await makeRole(database, schema);
      return new ReportRole(database, schema);
    } catch (error) {
      note("report.no-role", {
        reason:
          "reports run read-only as the database's own user; let it create roles to have them run by a lesser one",
        error: String(error),
      });
      return undefined;
    }
  }

  /** Run first in a transaction, it holds to the transaction's end. */
  readonly enter = `set local role ${roleName}`;

  /** Lets the role read what the statement reads; asked once per table and process. */
  async allow(select: SqlBody, models: ReadonlyMap<string, ResolvedModel>): Promise<void> {
    for (const table of tablesOf(select)) {
      const model = modelOfTable(models.values(), table);
      const columns = model ? readable(model) : [];
      const key = [table, ...columns].join(" ");
      if (this.#granted.has(key)) continue;
      if (!(await this.#mayRead(table, columns))) await this.#grant(table, columns);
      this.#granted.add(key);
    }
  }

  /** A table was made anew, and what was granted went with the old one. */
  forget(): void {
    this.#granted.clear();
  }

  async #mayRead(table: string, columns: readonly string[]): Promise<boolean> {
    const name = `"${this.#schema}"."${table}"`;
    const { rows } = await sql<{ may: boolean }>`
      select case when ${columns.length} = '0' then has_table_privilege(${roleName}, ${name}, 'select')
        else (select bool_and(has_column_privilege(${roleName}, ${name}, one, 'select'))
          from unnest(cast(${[...columns]} as text[])) as one) end as may`.execute(this.#database.kysely);
    return rows[0]?.may === true;
  }

  async #grant(table: string, columns: readonly string[]): Promise<void> {
    const which = columns.length > 0 ? sql`(${sql.join(columns.map((column) => sql.id(column)))})` : sql``;
    const grant = (trx: Database["kysely"]) =>
      sql`grant select ${which} on ${sql.id(this.#schema, table)} to ${sql.id(roleName)}`.execute(trx);
    await this.#database.transaction(grant).catch(async (error: unknown) => {
      // Another process has just done the same.
      if (!(await this.#mayRead(table, columns))) throw error;
    });
  }
}

async function makeRole(database: Database, schema: string): Promise<void> {
  const exists = async () =>
    (await sql`select 1 from pg_roles where rolname = ${roleName}`.execute(database.kysely)).rows.length > 0;
  if (!(await exists())) {
    await sql`create role ${sql.id(roleName)} nologin`.execute(database.kysely).catch(async (error: unknown) => {
      if (!(await exists())) throw error;
    });
  }
  const { rows } = await sql<{ member: boolean }>`
    select pg_has_role(current_user, ${roleName}, 'member') as member`.execute(database.kysely);
  if (rows[0]?.member !== true) await sql`grant ${sql.id(roleName)} to current_user`.execute(database.kysely);
  const usage = await sql<{ may: boolean }>`
    select has_schema_privilege(${roleName}, ${schema}, 'usage') as may`.execute(database.kysely);
  if (usage.rows[0]?.may !== true) {
    await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(roleName)}`.execute(database.kysely);
  }
  await database.readOnly((trx) => sql`set local role ${sql.id(roleName)}`.execute(trx), { deadlineMs: 5_000 });
}

/** Columns of rules too: a table's tenant and recycle bin are asked on behalf of whoever reads it. */
function readable(model: ResolvedModel): string[] {
  return [...model.fields.values()].filter((field) => !isSecret(field)).map((field) => field.column);
}

function tablesOf(select: SqlBody): ReadonlySet<string> {
  const named = [...nodesOf("SelectStmt", select)].filter(({ kind, body }) => kind === "RangeVar" && body.schemaname);
  return new Set(named.map(({ body }) => String(body.relname)));
}
