import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";

/** Bookkeeping of shipped rows; no model describes it, because no screen may change it. */
export const dataTables = {
  /** Documents as they were applied last: an unchanged one is not looked at again. */
  documents: "data_document",
  /** The values that were shipped for a row: what differs from them in the table is an administrator's. */
  rows: "data_row",
  /** Models that have their demonstration rows. */
  samples: "data_sample",
} as const;

export async function createDataTables(db: Queryable): Promise<void> {
  await sql`create table if not exists ${sql.table(dataTables.documents)} (
    id varchar(200) primary key,
    hash varchar(64) not null)`.execute(db);
  await sql`create table if not exists ${sql.table(dataTables.rows)} (
    model varchar(200) not null,
    row_key varchar(1000) not null,
    shipped json not null,
    primary key (model, row_key))`.execute(db);
  await sql`create table if not exists ${sql.table(dataTables.samples)} (
    model varchar(200) primary key,
    seed bigint not null,
    anchor varchar(19) not null,
    row_count integer not null)`.execute(db);
}
