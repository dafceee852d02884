import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { callerQuery } from "./caller-query.ts";
import { readableMasters } from "./masters-of.ts";
import { openingSort } from "./query/parse-list-query.ts";
import { findRow, present, type Reading, selectRows } from "./read-rows.ts";
import { childrenSql, treeOf } from "./tree.ts";
import { visibleSql } from "./visible-rows.ts";

/** Rows of one answer; longer lists are paged by `list`. */
export const maxRows = 5_000;

/**
 * The sub-rows of a master, in their order.
 *
 * @param parentId where they form a tree: only those directly below this one; `""` or the root's value for the top rows
 * @throws AppError ROW_NOT_FOUND when the caller sees no master of that id whose rows they may read
 */
export async function listByMaster(
  reading: Reading,
  detail: ResolvedModel,
  mainId: string,
  caller: Caller,
  parentId?: string,
): Promise<Row[]> {
  const { database, models, clock } = reading.parts;
  const tree = treeOf(detail);
  const level = parentId === undefined || !tree ? sql<boolean>`true` : childrenSql(detail, tree, parentId);
  for (const master of readableMasters(models, detail, caller)) {
    if (!(await findRow(database.kysely, master.model, mainId, caller, clock()))) continue;
    const column = detail.fields.get(master.foreignKey)?.column ?? master.foreignKey;
    const where = sql<boolean>`${sql.ref(`${detail.table}.${column}`)} = ${mainId}
      and ${visibleSql(detail, caller, clock())} and ${level}`;
    const sort = [
      ...(master.order ? [{ field: master.order, order: "asc" as const }] : []),
      { field: "id", order: "asc" as const },
    ];
    const rows = await selectRows(database.kysely, detail, where, { sort, limit: maxRows });
    return present(reading, detail, rows, caller, "list");
  }
  throw new AppError("ROW_NOT_FOUND");
}

/** @throws AppError INVALID for a model that is no tree */
export async function listChildren(
  reading: Reading,
  model: ResolvedModel,
  parentId: string,
  caller: Caller,
): Promise<Row[]> {
  const { database, clock } = reading.parts;
  const tree = treeOf(model);
  if (!tree) throw refuse(`${model.title}没有上下级`);
  const where = sql<boolean>`${childrenSql(model, tree, parentId)} and ${visibleSql(model, caller, clock())}`;
  const sort = [
    ...openingSort(model, callerQuery(reading.parts, model, caller)),
    { field: "id", order: "asc" as const },
  ];
  const rows = await selectRows(database.kysely, model, where, { sort, limit: maxRows });
  return present(reading, model, rows, caller, "list");
}
