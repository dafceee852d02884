import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { groupBy } from "../auth/group-by.ts";
import { present, type Reading, selectRows } from "./read-rows.ts";
import { visibleSql } from "./visible-rows.ts";

/** The sub-rows that share a sheet with their masters (contract 08 §8.1: a dictionary and its items). */
export interface SheetDetails {
  /** Of the relation. */
  readonly name: string;
  readonly title: string;
  readonly model: ResolvedModel;
  readonly foreignKey: string;
  readonly order: string | undefined;
}

/** The first relation of a model that says so. */
export function sheetDetails(models: Iterable<ResolvedModel>, master: ResolvedModel): SheetDetails | undefined {
  for (const [name, relation] of Object.entries(master.relations)) {
    if (relation.kind !== "one-to-many" || !relation.sheet) continue;
    const model = [...models].find(({ id }) => id === relation.model);
    const { title, foreignKey, order } = relation;
    if (model) return { name, title: title ?? model.title, model, foreignKey, order };
  }
  return undefined;
}

/** Puts the details that the caller may see into their masters, in their order. */
export async function addDetails(
  reading: Reading,
  { name, model, foreignKey, order }: SheetDetails,
  masters: readonly Record<string, unknown>[],
  caller: Caller,
): Promise<void> {
  const { database, clock } = reading.parts;
  const column = sql.ref(`${model.table}.${model.fields.get(foreignKey)?.column ?? foreignKey}`);
  const ids = sql.join(masters.map(({ id }) => id));
  const where: Expression<SqlBool> = sql<SqlBool>`${column} in (${ids}) and ${visibleSql(model, caller, clock())}`;
  const sort = [...(order ? [order] : []), "id"].map((field) => ({ field, order: "asc" as const }));
  const rows: readonly Row[] = await selectRows(database.kysely, model, where, { sort });
  const shown = await present(reading, model, rows, caller, "list");
  // What is shown may leave the key out; the rows stand in the same order.
  const pairs = shown.map((detail, index) => ({ detail, masterId: String(rows[index]?.[foreignKey]) }));
  const byMaster = groupBy(pairs, ({ masterId }) => masterId);
  for (const master of masters) master[name] = (byMaster.get(String(master.id)) ?? []).map(({ detail }) => detail);
}
