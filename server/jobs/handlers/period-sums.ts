import { type RawBuilder, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { periodStart } from "../../../runtime/record/rollup-rows.ts";
import { defaultTenant, theProduct } from "../../auth/caller.ts";
import { periodFields } from "../../models/recount.ts";
import type { JobContext, JobHandler } from "../job-handler.ts";

interface Candidate {
  readonly id: string;
  readonly tenant_id: number | null;
}

/** Rows of one look. */
const rowsPerLook = 500;

/** Begins a new day, month or year: sums of the one before are worked out anew, row by row. */
export const job: JobHandler = {
  name: "period-sums",
  async run({ db, engine, clock, signal }) {
    let changed = 0;
    for (const model of engine.models.values()) {
      if (model.of !== undefined || periodFields(model).length === 0) continue;
      for (let last = ""; !signal.aborted; ) {
        const rows = await findRows(db.kysely, engine.models, model, { now: clock(), after: last });
        for (const { id, tenant_id } of rows) {
          if (signal.aborted) break;
          if (await engine.recount(model.id, id, theProduct(tenant_id ?? defaultTenant))) changed += 1;
        }
        if (rows.length < rowsPerLook) break;
        last = rows.at(-1)?.id ?? last;
      }
    }
    return `重算期间汇总 ${changed} 行`;
  },
};

/** Rows with a sum, and rows that have something to sum up. */
async function findRows(
  db: JobContext["db"]["kysely"],
  models: ReadonlyMap<string, ResolvedModel>,
  model: ResolvedModel,
  { now, after }: { readonly now: string; readonly after: string },
): Promise<readonly Candidate[]> {
  const parts = periodFields(model).flatMap((field) => conditionsOf(models, field, now));
  const { rows } = await sql<Candidate>`
    select id, tenant_id from ${sql.table(model.table)} as parent
    where id > ${after} and (${sql.join(parts, sql` or `)}) order by id limit ${sql.lit(rowsPerLook)}`.execute(db);
  return rows;
}

function conditionsOf(
  models: ReadonlyMap<string, ResolvedModel>,
  { column, rollup }: ResolvedField,
  now: string,
): readonly RawBuilder<unknown>[] {
  const child = models.get(rollup?.model ?? "");
  if (!rollup?.within || !child) return [];
  const of = (name: string) => sql.ref(`child.${child.fields.get(name)?.column ?? name}`);
  const hasSum = sql`nullif(cast(${sql.ref(`parent.${column}`)} as text), '0') is not null`;
  const hasRows = sql`exists (select 1 from ${sql.table(child.table)} as child
    where ${of(rollup.foreignKey)} = parent.id
      and ${of(rollup.within.field)} >= cast(${periodStart(rollup.within.unit, now)} as timestamp))`;
  return [hasSum, hasRows];
}
