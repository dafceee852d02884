import { type RawBuilder, sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { frozenSql } from "../db/frozen-sql.ts";
import { storedValues } from "./insert-stored.ts";
import { withPinyin } from "./pinyin.ts";

/**
 * Sets the named fields of one row. The values go as one JSON value beside the names of their columns, so the statement is
 * the same whatever is changed, and its plan is kept. A column that is not named keeps what it holds, unread: a long text
 * is not stored again.
 */
export function updateSql(model: ResolvedModel, row: Row, names: readonly string[]): RawBuilder<unknown> {
  const stored = storedValues(model, row, withPinyin(model, names));
  const { set, source } = partsOf(model);
  return sql`${set} from (select cast(${Object.keys(stored)} as text[]) as ${sql.id(namesColumn)}, read.*
      ${source}${JSON.stringify(stored)} as json)) read) sent
    where ${sql.ref(`${model.table}.id`)} = ${row.id}`;
}

/** No field has this column: theirs begin with a letter. */
const namesColumn = "_names";

interface Parts {
  /** `update t set a = case when 'a' = any(sent._names) then sent.a else t.a end, …` */
  readonly set: RawBuilder<unknown>;
  /** `from json_populate_record(null::t, cast(` */
  readonly source: RawBuilder<unknown>;
}

const parts = new WeakMap<ResolvedModel, Parts>();

/** A model never changes, it is replaced. */
function partsOf(model: ResolvedModel): Parts {
  const known = parts.get(model);
  if (known) return known;
  const table = sql.table(model.table);
  const columns = [...model.fields.values()].map(({ column }) => column).filter((column) => column !== "id");
  const values = columns.map((column) => {
    const [sent, own] = [sql.ref(`sent.${column}`), sql.ref(`${model.table}.${column}`)];
    return sql`${sql.id(column)} = case when ${sql.lit(column)} = any(sent.${sql.id(namesColumn)}) then ${sent} else ${own} end`;
  });
  const made: Parts = {
    set: frozenSql(sql`update ${table} set ${sql.join(values)}`),
    source: frozenSql(sql`from json_populate_record(null::${table}, cast(`),
  };
  parts.set(model, made);
  return made;
}

/** The same for several rows, which have the named fields all. */
export function updateAllSql(
  model: ResolvedModel,
  rows: readonly Row[],
  changed: readonly string[],
): RawBuilder<unknown> {
  const names = withPinyin(model, changed);
  const columns = names.map((name) => model.fields.get(name)?.column ?? name);
  const json = JSON.stringify(rows.map((row) => ({ id: row.id, ...storedValues(model, row, names) })));
  return sql`update ${sql.table(model.table)} as target
    set ${sql.join(columns.map((column) => sql`${sql.id(column)} = source.${sql.id(column)}`))}
    from json_populate_recordset(null::${sql.table(model.table)}, cast(${json} as json)) as source
    where target.id = source.id`;
}
