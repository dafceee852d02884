import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { removeSessions } from "../auth/session-events.ts";
import { isOpenTenant } from "../auth/tenants.ts";
import { listColumn } from "../db/list-column.ts";
import { refuse } from "../http/refusal.ts";
import type { Draft, HookContext, ModelHooks, SaveContext } from "../models/hooks.ts";
import { announce } from "./grant-changes.ts";

const maxId = 2_147_483_647;

/** A tenant's number is chosen by who adds it (contract 02 §2.6); left out, the next free one is taken. */
async function giveNumber(draft: Draft, { body, before, trx }: SaveContext): Promise<void> {
  if (before) return;
  // Our form calls it `number`: an id that is typed would look like a row that exists.
  const chosen = body.number ?? body.id ?? "";
  const asked = chosen === "" ? undefined : Number(chosen);
  if (asked !== undefined && (!Number.isInteger(asked) || asked < 1 || asked > maxId)) {
    throw refuse(`租户编号须为 1 到 ${maxId} 的整数`);
  }
  await sql`select pg_advisory_xact_lock(hashtext('sys_tenant id'))`.execute(trx);
  const { rows } = await sql<{ id: string }>`select id from sys_tenant`.execute(trx);
  const taken = new Set(rows.map((row) => Number(row.id)));
  if (asked !== undefined && taken.has(asked)) throw refuse("该编号已存在!");
  draft.id = String(asked ?? Math.max(0, ...[...taken].filter(Number.isInteger)) + 1);
}

/** A closed tenant's sessions end with the commit, on every process. */
async function endSessions(rows: readonly Row[], context: HookContext): Promise<void> {
  const ids = rows.map((row) => Number(row.id));
  await removeSessions(
    context.trx,
    sql`tenant_id = any(${sql.val(ids)}::bigint[]) and not ${isOpenTenant(sql.ref("sys_session.tenant_id"))}`,
  );
  announce(rows, context);
}

/** What a tenant is at the moment: one whose time is over stays stored as it was. */
function stateOf({ status, beginDate, endDate }: Row, now: string): string {
  if (Number(status) === 0) return "frozen";
  if (beginDate && String(beginDate) > now) return "early";
  return endDate && String(endDate) < now ? "ended" : "normal";
}

const tenantHooks: ModelHooks = {
  async beforeSave(draft, context) {
    await giveNumber(draft, context);
    const [begin, end] = [String(draft.beginDate ?? ""), String(draft.endDate ?? "")];
    if (begin !== "" && end !== "" && end < begin) throw refuse("结束时间不能早于开始时间");
  },
  afterRead(rows, { now }) {
    for (const row of rows) row.state = stateOf(row, now);
  },
  afterSave: (row, context) => endSessions([row], context),
  async beforeDelete(rows, { trx }) {
    for (const row of rows) {
      const { rows: users } = await sql`select 1 from sys_user
        where ${listColumn(sql.ref("rel_tenant_ids"))} && array[cast(${String(row.id)} as text)] and coalesce(del_flag, 0) = 0
        limit 1`.execute(trx);
      if (users.length > 0) throw refuse(`租户 ${String(row.name)} 下还有用户，不能删除`);
    }
  },
  afterDelete: endSessions,
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/tenant": tenantHooks };
