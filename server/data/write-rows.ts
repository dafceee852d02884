import { sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { Queryable } from "../db/database.ts";
import { storedValue, withPinyin } from "../models/pinyin.ts";

/** A row with wire names. */
type Values = Readonly<Record<string, unknown>>;

/** Rows of one statement: large enough that the round trip does not count, small enough for the worker's messages. */
const rowsPerStatement = 2_500;

/**
 * Inserts complete rows. One statement carries a batch as one JSON value, which the database reads with the column
 * types of the table.
 */
export async function insertRows(database: Queryable, model: ResolvedModel, rows: readonly Values[]): Promise<void> {
  const fields = [...model.fields.values()];
  const columns = sql.join(fields.map(({ column }) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const json = JSON.stringify(
      rows
        .slice(start, start + rowsPerStatement)
        .map((row) =>
          Object.fromEntries(
            fields.map(({ name, column, pinyinOf }) => [column, storedValue({ name, pinyinOf }, row)]),
          ),
        ),
    );
    await sql`insert into ${sql.table(model.table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(model.table)}, cast(${json} as json))`.execute(
      database,
    );
  }
}

/** Writes the given fields of rows that are in the table already. */
export async function updateRows(
  database: Queryable,
  model: ResolvedModel,
  rows: readonly Values[],
  fieldNames: readonly string[],
): Promise<void> {
  const names = withPinyin(model, fieldNames);
  const fields = [...model.fields.values()].filter(({ name }) => names.includes(name));
  if (rows.length === 0 || fields.length === 0) return;
  const json = JSON.stringify(
    rows.map((row) =>
      Object.fromEntries([
        ["id", row.id],
        ...fields.map(({ name, column, pinyinOf }) => [column, storedValue({ name, pinyinOf }, row)]),
      ]),
    ),
  );
  await sql`update ${sql.table(model.table)} as target
    set ${sql.join(fields.map(({ column }) => sql`${sql.id(column)} = source.${sql.id(column)}`))}
    from json_populate_recordset(null::${sql.table(model.table)}, cast(${json} as json)) as source
    where target.id = source.id`.execute(database);
}

/** Sets the flags of a tree for new rows and the rows above them. */
export async function refreshTreeFlags(
  database: Queryable,
  model: ResolvedModel,
  rows: readonly Values[],
): Promise<void> {
  for (const relation of Object.values(model.relations)) {
    if (relation.kind !== "tree" || rows.length === 0) continue;
    const flag = model.fields.get(relation.hasChild)?.column;
    const parent = model.fields.get(relation.pid)?.column;
    if (!flag || !parent) continue;
    const ids = JSON.stringify([...new Set(rows.flatMap((row) => [row.id, row[relation.pid] ?? []].flat()))]);
    await sql`update ${sql.table(model.table)} as node set ${sql.id(flag)} = state.flag
      from (select own.id, case when exists
          (select 1 from ${sql.table(model.table)} as child where child.${sql.id(parent)} = own.id)
          then '1' else '0' end as flag
        from ${sql.table(model.table)} as own
        where own.id in (select json_array_elements_text(cast(${ids} as json)))) as state
      where node.id = state.id and node.${sql.id(flag)} is distinct from state.flag`.execute(database);
  }
}
