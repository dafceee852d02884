import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import { writeRow, writeValue } from "./row-codec.ts";

/**
 * Puts rows into the table of a model. Many of them go as one JSON value, which the database reads with the column types
 * of the table: a statement with a parameter per value takes ten times as long to read as to run.
 *
 * @param rows every row has the same fields
 */
export async function insertStored(work: Pick<Work, "trx">, model: ResolvedModel, rows: readonly Row[]): Promise<void> {
  const [first, ...others] = rows;
  if (!first) return;
  if (others.length === 0) {
    await work.trx.insertInto(model.table).values(writeRow(model, first)).execute();
    return;
  }
  const fields = [...model.fields.values()].filter(({ name }) => Object.hasOwn(first, name));
  const columns = sql.join(fields.map(({ column }) => sql.id(column)));
  const stored = rows.map((row) =>
    Object.fromEntries(
      fields.map((field) => {
        const value = row[field.name] ?? null;
        return [field.column, field.type === "json" ? value : writeValue(field, value)];
      }),
    ),
  );
  await sql`insert into ${sql.table(model.table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(model.table)}, cast(${JSON.stringify(stored)} as json))`.execute(
    work.trx,
  );
}
