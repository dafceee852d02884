import { type RawBuilder, sql } from "kysely";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import { readKept, type Work } from "../engine-parts.ts";

/** What happened to a row; a move by a transition is `transition` and not `changed` as well. */
export type RowEvent = "added" | "changed" | "deleted" | "transition";

/** Wakes the dispatchers of all server processes. */
export const webhookChannel = "webhook";

/** State of a delivery: waiting, accepted, failed and to be tried again, given up. */
export const deliveryState = { waiting: "0", sent: "1", failed: "2", givenUp: "3" } as const;

export interface HappenedRow {
  /** As it is stored now; of a deleted row as it was. */
  readonly row: Row;
  /** Names of the fields that differ; empty for new and deleted rows. */
  readonly changed: readonly string[];
}

interface Subscription {
  readonly id: string;
  readonly tables: readonly string[];
  readonly events: readonly string[];
  readonly tenantId: number;
  readonly createBy: string;
}

const subscriptionModel = "system/webhook";

/**
 * Entries of the outbox, as `name as (insert …)` parts for the statement that writes the rows. Empty where nobody has
 * subscribed, which costs no statement.
 */
export async function eventParts(
  work: Work,
  model: ResolvedModel,
  event: RowEvent,
  happened: readonly HappenedRow[],
): Promise<readonly RawBuilder<unknown>[]> {
  if (happened.length === 0) return [];
  const wanted = (await subscriptions(work)).filter(
    (one) => one.tables.includes(model.id) && one.events.includes(event),
  );
  const deliveries = wanted.flatMap((hook) =>
    happened.filter(({ row }) => isOfTenant(model, row, hook)).map(({ row }) => deliveryOf(work, hook, row)),
  );
  if (deliveries.length === 0) return [];
  notifyOnCommit(work.trx, webhookChannel);
  const events = happened.map(({ row, changed }) => ({
    row_id: String(row.id),
    row_version: Number(row.version ?? 1),
    changed: changed.join(","),
    content: JSON.stringify(row),
  }));
  const transition = event === "transition" ? (work.transition ?? null) : null;
  return [
    sql`hook_event as (
      insert into sys_webhook_event (model_id, event, transition, row_id, row_version, changed, content, create_time)
      select ${model.id}, ${event}, cast(${transition} as text), row_id, row_version, changed, content,
        cast(${work.now} as timestamp)
      from json_to_recordset(cast(${JSON.stringify(events)} as json))
        as sent(row_id text, row_version integer, changed text, content text)
      returning no, row_id)`,
    sql`hook_delivery as (
      insert into sys_webhook_delivery (id, version, hook_id, event_no, model_id, row_id, event, state, attempts,
        next_time, tenant_id, create_by, create_time)
      select sent.id, 1, sent.hook_id, hook_event.no, ${model.id}, sent.row_id, ${event}, ${deliveryState.waiting}, 0,
        cast(${work.now} as timestamp), sent.tenant_id, sent.create_by, cast(${work.now} as timestamp)
      from json_to_recordset(cast(${JSON.stringify(deliveries)} as json))
        as sent(id text, hook_id text, row_id text, tenant_id integer, create_by text)
      join hook_event on hook_event.row_id = sent.row_id)`,
  ];
}

/** The same in a statement of its own, for writes that are several statements anyway. */
export async function recordEvents(
  work: Work,
  model: ResolvedModel,
  event: RowEvent,
  happened: readonly HappenedRow[],
): Promise<void> {
  const parts = await eventParts(work, model, event, happened);
  if (parts.length > 0) await sql`with ${sql.join([...parts])} select 1`.execute(work.trx);
}

const isOfTenant = (model: ResolvedModel, row: Row, hook: Subscription): boolean =>
  model.scope.tenant.kind === "platform" || row.tenantId === undefined || Number(row.tenantId) === hook.tenantId;

const deliveryOf = (work: Work, hook: Subscription, row: Row) => ({
  id: work.parts.newId(),
  hook_id: hook.id,
  row_id: String(row.id),
  tenant_id: hook.tenantId,
  create_by: hook.createBy,
});

/** All that are switched on; read once and kept until one of them changes. */
async function subscriptions(work: Work): Promise<readonly Subscription[]> {
  const table = work.parts.models.get(subscriptionModel)?.table;
  if (table === undefined) return [];
  return readKept(work, "webhooks", [table], async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select id, tables, events, tenant_id, create_by from sys_webhook where status = 1 order by id`.execute(work.trx);
    return rows.map((row) => ({
      id: String(row.id),
      tables: String(row.tables ?? "").split(","),
      events: String(row.events ?? "").split(","),
      tenantId: Number(row.tenant_id ?? 0),
      createBy: String(row.create_by ?? ""),
    }));
  });
}
