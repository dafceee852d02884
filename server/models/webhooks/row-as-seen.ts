import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { Caller } from "../../auth/caller.ts";
import { storedValues } from "../insert-stored.ts";
import { present, type Reading } from "../read-rows.ts";
import { visibleSql } from "../visible-rows.ts";

/**
 * A row that was kept aside, as the caller would read it today: undefined for who may not list the model or whose data
 * rules leave the row out, else without hidden fields, with masks and dictionary texts. The rules look at the row as it
 * was kept, so a row that is gone since is judged like any other.
 */
export async function rowAsSeen(
  reading: Reading,
  model: ResolvedModel,
  row: Row,
  caller: Caller,
): Promise<Row | undefined> {
  if (!decideAction(caller, `${model.permissionPrefix}:list`).allowed) return undefined;
  const { database, clock } = reading.parts;
  const stored = JSON.stringify(storedValues(model, row, [...model.fields.keys()]));
  const table = sql.table(model.table);
  const { rows } = await sql`
    select 1 from json_populate_record(null::${table}, cast(${stored} as json)) as ${table}
    where ${visibleSql(model, caller, clock())}`.execute(database.kysely);
  if (rows.length === 0) return undefined;
  const [shown] = await present(reading, model, [row], caller, "detail");
  return shown;
}
