import { sql } from "kysely";
import { add } from "../../runtime/expr/decimal.ts";
import type { ResolvedField, ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { periodStart } from "../../runtime/record/rollup-rows.ts";
import { modelOf, type Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { selectRows } from "./read-rows.ts";
import { filterOf, higher, recompute } from "./rollups.ts";
import { isSame, updateRow } from "./store-row.ts";
import { tenantSql } from "./visible-rows.ts";

type Rollup = NonNullable<ResolvedField["rollup"]>;

/** Fields that sum up the current day, month or year. */
export const periodFields = (model: ResolvedModel): readonly ResolvedField[] =>
  [...model.fields.values()].filter(({ rollup }) => rollup?.within !== undefined);

/**
 * Works the sums of the current day, month or year of a row out anew; what the row computes from them follows, and so do
 * the roll-ups above it.
 *
 * @returns whether the row had to be changed
 */
export async function recountRow(work: Work, model: ResolvedModel, id: string): Promise<boolean> {
  const where = sql<boolean>`${sql.ref(`${model.table}.id`)} = ${id} and ${tenantSql(model, work.caller)}`;
  const [row] = await selectRows(work.trx, model, where, { lock: true });
  if (!row) return false;
  const next: Draft = { ...row };
  for (const { name, rollup } of periodFields(model)) {
    if (rollup?.within) next[name] = await resultOf(work, rollup, rollup.within, id);
  }
  if (periodFields(model).every(({ name }) => isSame(row[name], next[name]))) return false;
  await updateRow(work, model, row, await recompute(work, model, row, next));
  return true;
}

/** What the child rows of the period come to. */
async function resultOf(
  work: Work,
  rollup: Rollup,
  within: NonNullable<Rollup["within"]>,
  id: string,
): Promise<unknown> {
  const child = modelOf(work.parts, rollup.model);
  const column = (name: string) => sql.ref(`${child.table}.${child.fields.get(name)?.column ?? name}`);
  const where = sql<boolean>`${column(rollup.foreignKey)} = ${id} and ${tenantSql(child, work.caller)}
    and ${column(within.field)} >= cast(${periodStart(within.unit, work.now)} as timestamp)`;
  const rows = await selectRows(work.trx, child, where, { sort: [{ field: "id", order: "asc" }] });
  const counted = rows.filter((row) => filterOf(rollup)(row, work.now));
  const values = counted.map((row) => row[rollup.field ?? "id"]);
  return folds[rollup.op](values);
}

const folds: Readonly<Record<Rollup["op"], (values: readonly unknown[]) => unknown>> = {
  count: (values) => values.length,
  sum: (values) => values.reduce((sum, value) => add(Number(sum ?? 0), Number(value ?? 0)), 0),
  max: (values) => values.reduce(higher, null),
  last: (values) => values.at(-1) ?? null,
};
