import { type RawBuilder, sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { frozenSql } from "../db/frozen-sql.ts";
import { keptPlan } from "../db/kept-plan.ts";
import type { Work } from "./engine-parts.ts";
import { storedValue, withPinyin } from "./pinyin.ts";
import { writeValue } from "./row-codec.ts";

/** Puts rows into the table of a model; a field that only some of them have is empty in the others. */
export async function insertStored(work: Pick<Work, "trx">, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`${insertSql(model, rows)} ${keptPlan}`.execute(work.trx);
}

/**
 * The rows go as one JSON value, which the database reads with the column types of the table: the statement is the same
 * for one row and for a thousand, and its plan is kept. One with a parameter per value takes longer to read than to run.
 *
 * Every column is named: one that is not in the JSON is null, whatever default the table has for the release before.
 */
export function insertSql(model: ResolvedModel, rows: readonly Row[]): RawBuilder<unknown> {
  const sent = [...model.fields.keys()].filter((name) => rows.some((row) => Object.hasOwn(row, name)));
  const names = withPinyin(model, sent);
  const stored = rows.map((row) => storedValues(model, row, names));
  return sql`${beginningOf(model)}${JSON.stringify(stored)} as json))`;
}

/** The named fields of a row by column, as `json_populate_record` reads them. */
export function storedValues(model: ResolvedModel, row: Row, names: readonly string[]): Record<string, unknown> {
  const stored: Record<string, unknown> = {};
  for (const name of names) {
    const field = model.fields.get(name);
    const value = field && storedValue(field, row);
    if (field) stored[field.column] = field.type === "json" ? value : wellFormed(writeValue(field, value));
  }
  return stored;
}

/** Half a character is no text of the database; sent as a parameter it would be replaced on its way. */
const wellFormed = (value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;

const beginnings = new WeakMap<ResolvedModel, RawBuilder<unknown>>();

/** `insert into t (a, b) select a, b from json_populate_recordset(null::t, cast(` */
function beginningOf(model: ResolvedModel): RawBuilder<unknown> {
  const known = beginnings.get(model);
  if (known) return known;
  const columns = sql.join([...model.fields.values()].map(({ column }) => sql.id(column)));
  const beginning = frozenSql(sql`insert into ${sql.table(model.table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(model.table)}, cast(`);
  beginnings.set(model, beginning);
  return beginning;
}
