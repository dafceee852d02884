import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * A write that is sent together with its `commit` has to refuse a row outside the caller's scope itself. The code of the
 * failure is our own (`row-in-scope.ts`): no other cause has it.
 */
export async function up(db: Transaction<Tables>): Promise<void> {
  await sql`create function row_in_scope(is_visible boolean) returns boolean language plpgsql as $$
    begin
      if is_visible is not true then raise exception 'row out of scope' using errcode = 'SC001'; end if;
      return true;
    end $$`.execute(db);
}
