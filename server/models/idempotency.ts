import { sql, type Transaction } from "kysely";
import type { Caller } from "../auth/caller.ts";
import type { Tables } from "../db/database.ts";
import { keptPlan, keptPlanOfLast } from "../db/kept-plan.ts";
import { refuse } from "../http/refusal.ts";

/** Answers of calls that carried a key, for 24 hours; written in the transaction of the call itself. */
const table = "engine_idempotency";
const keptHours = 24;
const maxKeyLength = 64;

/**
 * Runs `work` once for each key of a user.
 *
 * A repeat that comes while the first call still runs waits for its commit (the primary key makes it wait) and then
 * gets the same answer; when the first call is rolled back, the repeat runs.
 *
 * @param subject what is done, for example `member/member add`: a key used for something else is another key
 * @param call.isLast asked when the answer is known: nothing follows that could refuse the call
 * @returns the answer as JSON value
 */
export async function once<Answer>(
  trx: Transaction<Tables>,
  call: {
    readonly caller: Caller;
    readonly key: string | undefined;
    readonly subject: string;
    readonly now: string;
    readonly isLast: () => boolean;
  },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = readKey(call.key);
  if (key === undefined) return work();
  const user = call.caller.userId;
  const claimed = await sql<{ key: string }>`
    with old as (delete from ${sql.table(table)} where user_id = ${user} and key <> ${key} and ${isOld(call.now)})
    insert into ${sql.table(table)} as known (user_id, key, subject, created_time)
    values (${user}, ${key}, ${call.subject}, cast(${call.now} as timestamp))
    on conflict (user_id, key, subject) do update set answer = null, created_time = excluded.created_time
      where known.created_time < ${oldest(call.now)}
    returning key ${keptPlan}`.execute(trx);
  if (claimed.rows.length === 0) return readAnswer<Answer>(trx, user, key, call.subject);
  const answer = await work();
  await sql`update ${sql.table(table)} set answer = ${JSON.stringify(answer)}
    where user_id = ${user} and key = ${key} and subject = ${call.subject} ${call.isLast() ? keptPlanOfLast : keptPlan}`.execute(
    trx,
  );
  return answer;
}

/** What is older is answered no more. */
const oldest = (now: string) => sql`cast(${now} as timestamp) - make_interval(hours => ${keptHours})`;
const isOld = (now: string) => sql<boolean>`created_time < ${oldest(now)}`;

async function readAnswer<Answer>(
  trx: Transaction<Tables>,
  user: string,
  key: string,
  subject: string,
): Promise<Answer> {
  const { rows } = await sql<{ answer: string | null }>`select answer from ${sql.table(table)}
    where user_id = ${user} and key = ${key} and subject = ${subject}`.execute(trx);
  const answer = rows[0]?.answer;
  if (answer === null || answer === undefined) throw refuse("请求正在处理，请稍后查看结果");
  return JSON.parse(answer) as Answer;
}

function readKey(key: string | undefined): string | undefined {
  if (key === undefined || key === "") return undefined;
  if (key.length > maxKeyLength) throw refuse(`幂等键最长 ${maxKeyLength} 个字符`);
  return key;
}
