import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import type { AnsweredColumn, Tables } from "./database.ts";

/** A connection as Kysely's PostgreSQL dialect uses it. */
export interface PoolClient {
  query(
    text: string,
    values: readonly unknown[],
  ): Promise<{
    command: string;
    rowCount: number;
    rows: Record<string, unknown>[];
    columns?: readonly AnsweredColumn[];
  }>;
  release(): void;
}

/** Kysely's stock dialect over a function that lends connections. */
export function createKysely(connect: () => Promise<PoolClient>, end: () => Promise<void> = async () => {}) {
  const pool = { connect, end } as unknown as PostgresPool; // the dialect's own type also names cursors, not used here
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
