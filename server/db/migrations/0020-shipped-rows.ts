import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/** Bookkeeping of shipped rows; no model describes it, because no screen may change it. */
export async function up(trx: Transaction<Tables>): Promise<void> {
  // Documents as they were applied last: an unchanged one is not looked at again.
  await sql`create table data_document (
    id varchar(200) primary key,
    hash varchar(64) not null)`.execute(trx);
  // The values that were shipped for a row: what differs from them in the table is an administrator's.
  await sql`create table data_row (
    model varchar(200) not null,
    row_key varchar(1000) not null,
    shipped json not null,
    primary key (model, row_key))`.execute(trx);
  // Models that have their demonstration rows.
  await sql`create table data_sample (
    model varchar(200) primary key,
    seed bigint not null,
    anchor varchar(19) not null,
    row_count integer not null)`.execute(trx);
}
