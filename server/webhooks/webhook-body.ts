import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import type { Engine } from "../models/engine.ts";

/**
 * What a receiver gets of an event: the row as its subscriber reads it today, and which of the fields that they see
 * differ.
 *
 * @param no number of the event; later events have higher numbers
 * @returns undefined when the row does not exist for the subscriber, or the model is gone
 */
export async function webhookBody(
  parts: { readonly db: Queryable; readonly engine: Engine },
  no: string,
  owner: Caller,
): Promise<string | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select model_id, event, transition, row_id, row_version, changed, content, create_time
    from sys_webhook_event where no = ${no}`.execute(parts.db);
  const [event] = rows;
  const model = parts.engine.models.get(String(event?.model_id));
  if (!event || !model) return undefined;
  const row = await parts.engine.rowAsSeen(model.id, JSON.parse(String(event.content)) as Row, owner);
  if (!row) return undefined;
  const changed = String(event.changed).split(",");
  return JSON.stringify({
    no: Number(no),
    event: event.event,
    ...(event.transition === null ? {} : { transition: event.transition }),
    model: model.id,
    rowId: event.row_id,
    version: Number(event.row_version),
    time: String(event.create_time).replace("T", " ").slice(0, 19),
    changed: changed.filter((name) => Object.hasOwn(row, name) && model.fields.get(name)?.system !== true),
    row,
  });
}
