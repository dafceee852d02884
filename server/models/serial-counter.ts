import { type RawBuilder, sql } from "kysely";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
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
 * Raises a counter: two writers never get one number, a refusal leaves a gap. A counter that lags behind stored rows,
 * because they were shipped, imported or restored, goes on after the highest of them.
 *
 * @returns the last of the numbers
 */
export async function raiseCounter(work: Work, serial: Serial, target: SerialTarget | undefined): Promise<bigint> {
  const beside = besideOf(work);
  if (!beside) return raiseWithin(work, serial, target);
  const after = await highestOwn(work, serial, target);
  try {
    return await raiseBeside(beside, work, serial, target, after);
  } catch {
    // Whoever holds the counter may wait for this transaction: then it waits within it, where the database sees the circle.
    holders.add(work.trx);
    return raiseWithin(work, serial, target);
  }
}

/** Transactions that have raised a counter themselves: beside them, the next raise would wait for their own lock. */
const holders = new WeakSet<Queryable>();

/** Where counters are raised beside the transaction, if they are. A trial reserves nothing that lasts. */
export const besideOf = ({ beside, isTrial, trx }: Work): Queryable | undefined =>
  isTrial === true || holders.has(trx) ? undefined : beside;

const raiseWithin = (work: Work, serial: Serial, target: SerialTarget | undefined): Promise<bigint> =>
  raiseNow(raiseSql(work, serial, target), work.trx);

/** Numbers that are asked for while others are on their way. */
interface Batch {
  count: number;
  /** The numbers come after this one. */
  after: bigint;
  readonly last: Promise<bigint>;
}

/** Of one counter of a database. */
interface Line {
  /** Settles when the raise that is on its way, if any, has ended. */
  turn: Promise<unknown>;
  open: Batch | undefined;
}

const lines = new WeakMap<Queryable, Map<string, Line>>();

/** One statement for all who ask while the one before is on its way; no number is kept for later. */
async function raiseBeside(
  beside: Queryable,
  work: Work,
  serial: Serial,
  target: SerialTarget | undefined,
  after: bigint,
): Promise<bigint> {
  const all = lines.get(beside) ?? new Map<string, Line>();
  lines.set(beside, all);
  const { count: _, ...counter } = serial;
  const key = JSON.stringify([tenantOf(work, target), counter, target?.model.id, target?.field.name]);
  const line = all.get(key) ?? { turn: Promise.resolve(), open: undefined };
  all.set(key, line);
  const batch =
    line.open ??
    openBatch(line, (asked) =>
      raiseNow(raiseSql(work, { ...serial, count: asked.count }, target, asked.after), beside),
    );
  batch.count += serial.count;
  if (after > batch.after) batch.after = after;
  const upTo = batch.count;
  try {
    const last = await batch.last;
    return last - BigInt(batch.count - upTo);
  } finally {
    if (!line.open && all.get(key) === line) all.delete(key);
  }
}

function openBatch(line: Line, raise: (batch: Batch) => Promise<bigint>): Batch {
  const last = line.turn.then(() => {
    line.open = undefined;
    return raise(batch);
  });
  const batch: Batch = { count: 0, after: 0n, last };
  line.open = batch;
  line.turn = last.catch(() => {});
  return batch;
}

async function raiseNow(statement: RawBuilder<{ value: string }>, on: Queryable): Promise<bigint> {
  const { rows } = await sql<{ value: string }>`${statement} ${keptPlan}`.execute(on);
  return BigInt(rows[0]?.value ?? 0);
}

/** The highest number among rows that only this transaction sees yet. */
async function highestOwn(work: Work, serial: Serial, target: SerialTarget | undefined): Promise<bigint> {
  const touched = target && work.touched.get(target.model.table);
  if (touched === undefined || touched === "counted") return 0n;
  const { rows } = await sql<{ value: string }>`
    select ${highestInUse(work, serial, target)} as value ${keptPlan}`.execute(work.trx);
  return BigInt(rows[0]?.value ?? 0);
}

/**
 * `insert … returning value`, which raises the counter.
 *
 * @param after the numbers come after this one, whatever rows there are
 */
export function raiseSql(
  work: Work,
  serial: Serial,
  target: SerialTarget | undefined,
  after = 0n,
): RawBuilder<{ value: string }> {
  const { name, period, count } = serial;
  const highest = sql`greatest(${highestInUse(work, serial, target)}, cast(${String(after)} as bigint))`;
  return sql`
    insert into ${sql.table(counters)} as counter (tenant_id, name, period, value)
    values (${tenantOf(work, target)}, ${name}, ${period}, ${highest} + ${count})
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
