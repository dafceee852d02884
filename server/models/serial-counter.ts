import { type RawBuilder, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Work } from "./engine-parts.ts";
import { columnOf } from "./query/to-sql.ts";
import { counterTenant } from "./row-tenants.ts";
import { tenantSql } from "./visible-rows.ts";

const counters = "engine_counter";
/** Digits that fit a counter. */
const maxDigits = 18;

export interface Serial {
  readonly name: string;
  /** A day, a month, a year, or empty. */
  readonly period: string;
  readonly before: string;
  readonly after: string;
  readonly width: number;
  /** How many numbers are asked for. */
  readonly count: number;
}

/** The field whose numbers these are. */
export interface SerialTarget {
  readonly model: ResolvedModel;
  readonly field: ResolvedField;
}

/**
 * Raises a counter in the transaction of the save: two writers never get one number, a refusal leaves a gap. A counter
 * that lags behind stored rows, because they were shipped, imported or restored, goes on after the highest of them.
 *
 * @returns the last of the numbers
 */
export async function raiseCounter(work: Work, serial: Serial, target: SerialTarget | undefined): Promise<bigint> {
  const { rows } = await sql<{ value: string }>`${raiseSql(work, serial, target)} ${keptPlan}`.execute(work.trx);
  return BigInt(rows[0]?.value ?? 0);
}

/** `insert … returning value`, which raises the counter. */
export function raiseSql(work: Work, serial: Serial, target: SerialTarget | undefined): RawBuilder<{ value: string }> {
  const { name, period, count } = serial;
  return sql`
    insert into ${sql.table(counters)} as counter (tenant_id, name, period, value)
    values (${tenantOf(work, target)}, ${name}, ${period}, ${highestInUse(work, serial, target)} + ${count})
    on conflict (tenant_id, name, period) do update set value = greatest(counter.value + ${count}, excluded.value)
    returning value`;
}

/** What `raiseCounter` would answer now. Nothing is reserved. */
export async function readCounter(work: Work, serial: Serial, target: SerialTarget | undefined): Promise<bigint> {
  const { name, period, count } = serial;
  const { rows } = await sql<{ value: string }>`
    select greatest(${highestInUse(work, serial, target)}, coalesce((select value from ${sql.table(counters)}
      where tenant_id = ${tenantOf(work, target)} and name = ${name} and period = ${period}), 0)) + ${count} as value`.execute(
    work.trx,
  );
  const taken = work.drawnNumbers?.get(`${name} ${period}`) ?? 0n;
  work.drawnNumbers?.set(`${name} ${period}`, taken + BigInt(count));
  return BigInt(rows[0]?.value ?? 0) + taken;
}

const tenantOf = (work: Work, target: SerialTarget | undefined): number => counterTenant(target?.model, work.caller);

/** A range of the field's index, read from its end. */
function highestInUse(work: Work, serial: Serial, target: SerialTarget | undefined): RawBuilder<unknown> {
  const { before, after, width } = serial;
  if (!target || width > maxDigits) return sql`cast(0 as bigint)`;
  const { model, field } = target;
  const column = columnOf(field, { model });
  const digits = sql`substr(${column}, ${sql.lit(before.length + 1)}, ${sql.lit(width)})`;
  return sql`coalesce((select cast(${digits} as bigint) from ${sql.table(model.table)}
    where ${tenantSql(model, work.caller)} and ${column} >= ${before + "0".repeat(width)}
      and ${column} <= ${before + "9".repeat(width) + after} and ${digits} ~ '^[0-9]+$'
      and length(${column}) = ${sql.lit(before.length + width + after.length)} and right(${column}, ${sql.lit(after.length)}) = ${after}
    order by ${column} desc limit 1), 0)`;
}
