import { sql, type Transaction } from "kysely";
import type { Tables } from "../database.ts";

/**
 * The pairs of neighbouring characters of a text, for search indexes. Two ways, because the fast one for names and
 * titles takes seconds for a text of 20,000 characters. Its cost makes the planner ask cheaper conditions first.
 */
export async function up(trx: Transaction<Tables>): Promise<void> {
  await sql`create function text_bigrams(value text) returns text[]
    language sql immutable strict parallel safe cost 500 as $$
      select case when length(value) <= 200 then
        (select array_agg(distinct substr(value, place, 2)) from generate_series(1, length(value) - 1) place)
      else
        (select array_agg(distinct first || second) from (
          select letter as first, lead(letter) over (order by place) as second
          from unnest(string_to_array(value, null)) with ordinality letters(letter, place)) pairs
        where second is not null)
      end
    $$`.execute(trx);
}
