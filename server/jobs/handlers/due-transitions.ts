import { sql } from "kysely";
import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { defaultTenant, theProduct } from "../../auth/caller.ts";
import { isOpenTenant } from "../../auth/tenants.ts";
import { AppError, errorMessage } from "../../http/errors.ts";
import type { JobContext, JobHandler } from "../job-handler.ts";

/** Rows of one look; what is left waits for the next one of the same run. */
const rowsPerLook = 200;

interface DueRow {
  readonly id: string;
  readonly tenant_id: number | null;
}

/**
 * Moves rows whose time has come: each transition with a `due` field, row by row, as a person's press would. In a closed
 * tenant nothing moves; its rows follow when it opens again.
 */
export const job: JobHandler = {
  name: "due-transitions",
  async run(context) {
    let moved = 0;
    const refused: string[] = [];
    for (const model of context.engine.models.values()) {
      if (model.of !== undefined) continue;
      for (const [key, { due }] of Object.entries(model.states?.transitions ?? {})) {
        if (due === undefined) continue;
        const done = await moveDue(context, model, key, due);
        moved += done.moved;
        if (done.refused > 0) refused.push(`${model.title} ${done.refused} 行（${done.reason}）`);
      }
    }
    const rest = refused.length > 0 ? `；未处理：${refused.join("、")}` : "";
    return `到期处理 ${moved} 行${rest}`;
  },
};

/** A row that is refused is passed over: it neither stops the others nor is asked again in this run. */
async function moveDue({ db, engine, clock, signal }: JobContext, model: ResolvedModel, key: string, due: string) {
  const done = { moved: 0, refused: 0, reason: "" };
  for (let last = ""; !signal.aborted; ) {
    const rows = await findDue(db.kysely, model, { key, due, now: clock(), after: last });
    for (const { id, tenant_id } of rows) {
      if (signal.aborted) break;
      try {
        await engine.transition(model.id, key, { id }, theProduct(tenant_id ?? defaultTenant));
        done.moved += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        done.refused += 1;
        done.reason = errorMessage(error.errorName, error.details);
      }
    }
    if (rows.length < rowsPerLook) break;
    last = rows.at(-1)?.id ?? last;
  }
  return done;
}

async function findDue(
  db: JobContext["db"]["kysely"],
  model: ResolvedModel,
  {
    key,
    due,
    now,
    after,
  }: { readonly key: string; readonly due: string; readonly now: string; readonly after: string },
): Promise<readonly DueRow[]> {
  const { states } = model;
  const from = states?.transitions[key]?.from ?? [];
  const [state, time] = [model.fields.get(states?.field ?? ""), model.fields.get(due)];
  if (!state || !time || from.length === 0) return [];
  const deleted = model.fields.get("delFlag");
  const tenant = sql`coalesce(${sql.ref(`${model.table}.tenant_id`)}, ${sql.lit(defaultTenant)})`;
  const { rows } = await sql<DueRow>`
    select id, tenant_id from ${sql.table(model.table)}
    where ${sql.ref(state.column)} in (${sql.join([...from])}) and ${sql.ref(time.column)} <= cast(${now} as timestamp)
      and id > ${after} and ${isOpenTenant(tenant)} ${deleted ? sql`and ${sql.ref(deleted.column)} = 0` : sql``}
    order by id limit ${sql.lit(rowsPerLook)}`.execute(db);
  return rows;
}
