import { type Kysely, sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Tables } from "../db/database.ts";
import { updateRows } from "./write-rows.ts";

const rowsPerStatement = 2_000;

/**
 * Works out the pinyin of rows that were there before their model asked for it.
 *
 * @param statements what was done to the tables: only columns that are new have rows to fill
 */
export async function fillPinyin(
  db: Kysely<Tables>,
  models: Iterable<ResolvedModel>,
  statements: readonly string[],
): Promise<void> {
  for (const model of models) {
    for (const field of model.fields.values()) {
      const of = field.pinyinOf === undefined ? undefined : model.fields.get(field.pinyinOf);
      if (!of || !statements.some((text) => isAdded(text, model.table, field.column))) continue;
      await fillColumn(db, model, of.column, of.name);
    }
  }
}

const isAdded = (statement: string, table: string, column: string) =>
  statement.startsWith(`alter table "${table}" add column "${column}" `);

async function fillColumn(db: Kysely<Tables>, model: ResolvedModel, column: string, name: string): Promise<void> {
  for (let last = ""; ; ) {
    const { rows } = await sql<{ readonly id: string }>`
      select id, ${sql.ref(column)} as ${sql.ref(name)} from ${sql.table(model.table)}
      where id > ${last} order by id limit ${sql.lit(rowsPerStatement)}`.execute(db);
    await updateRows(db, model, rows, [name]);
    if (rows.length < rowsPerStatement) return;
    last = rows.at(-1)?.id ?? last;
  }
}
