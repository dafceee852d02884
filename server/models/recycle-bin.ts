import { type Expression, type SqlBool, sql } from "kysely";
import { isPart, type ResolvedModel, type Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import { AppError } from "../http/errors.ts";
import { deleteWithChildren } from "./delete-below.ts";
import { hookContext, type Work } from "./engine-parts.ts";
import { toSql } from "./query/to-sql.ts";
import { present, type Reading, selectRows } from "./read-rows.ts";
import { answerReferring } from "./referring-rows.ts";
import { adjustParents, rollupTargets } from "./rollups.ts";
import { writeRow } from "./row-codec.ts";
import type { Reach } from "./row-tenants.ts";
import { hooksOf } from "./save-row.ts";
import { deleteRow } from "./store-row.ts";
import { childTables, loadSubRows } from "./sub-rows.ts";
import { changedSystemValues } from "./system-values.ts";
import { touch } from "./touched.ts";
import { keepTree, treeOf } from "./tree.ts";
import { deletedField, visibleCondition } from "./visible-rows.ts";
import { recordEvents } from "./webhooks/row-events.ts";

const maxRows = 1_000;

export function hasRecycleBin(model: ResolvedModel): boolean {
  return model.fields.has(deletedField);
}

/** Deleted rows that the caller may see, newest first. */
export async function listDeletedRows(reading: Reading, model: ResolvedModel, caller: Caller): Promise<Row[]> {
  const { database, clock } = reading.parts;
  const sort = [
    { field: "updateTime", order: "desc" as const },
    { field: "id", order: "desc" as const },
  ];
  const rows = await selectRows(database.kysely, model, deletedSql(model, caller, clock()), { sort, limit: maxRows });
  return present(reading, model, rows, caller, "list");
}

export async function restoreRows(work: Work, model: ResolvedModel, ids: readonly string[]): Promise<void> {
  const rows = await lockDeleted(work, model, ids);
  await hooksOf(work, model)?.beforeRestore?.(rows, hookContext(work, model));
  // Parents first: a row comes back only where the row above it is.
  for (const row of parentsFirst(model, rows)) {
    const back = { ...row, ...changedSystemValues(work, row), [deletedField]: 0 };
    await work.trx.updateTable(model.table).set(writeRow(model, back)).where("id", "=", row.id).execute();
    touch(work.touched, model.table, "changed");
    await recordEvents(work, model, "added", [{ row: back, changed: [] }]);
    await keepTree(work, model, undefined, back);
    await adjustParents(work, rollupTargets(work, [{ model, changes: [{ before: undefined, after: back }] }]));
  }
  await hooksOf(work, model)?.afterRestore?.(rows, hookContext(work, model));
}

function parentsFirst(model: ResolvedModel, rows: readonly Row[]): readonly Row[] {
  const tree = treeOf(model);
  if (!tree) return rows;
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const depthOf = (row: Row): number => {
    let depth = 0;
    const seen = new Set<Row>();
    for (let at: Row | undefined = row; at && !seen.has(at); at = byId.get(String(at[tree.parent.name] ?? ""))) {
      seen.add(at);
      depth += 1;
    }
    return depth;
  };
  return [...rows].sort((a, b) => depthOf(a) - depthOf(b));
}

export async function purgeRows(work: Work, model: ResolvedModel, ids: readonly string[]): Promise<void> {
  const rows = await lockDeleted(work, model, ids);
  await hooksOf(work, model)?.beforePurge?.(rows, hookContext(work, model));
  for (const row of rows) {
    for (const child of childTables(work, model)) {
      if (!isPart(child.relation)) continue;
      for (const subRow of await loadSubRows(work, child, String(row.id))) await deleteRow(work, child.model, subRow);
    }
    await answerReferring(work, model, row, (naming, named) => deleteWithChildren(work, naming, named));
    await work.trx.deleteFrom(model.table).where("id", "=", row.id).execute();
    touch(work.touched, model.table, "changed");
  }
  await hooksOf(work, model)?.afterPurge?.(rows, hookContext(work, model));
}

async function lockDeleted(work: Work, model: ResolvedModel, ids: readonly string[]): Promise<Row[]> {
  const where = sql<boolean>`${sql.ref(`${model.table}.id`)} in (${sql.join([...ids])})
    and ${deletedSql(model, work.caller, work.now, "change")}`;
  const rows = await selectRows(work.trx, model, where, { lock: true });
  if (rows.length < ids.length) throw new AppError("ROW_NOT_FOUND");
  return rows;
}

function deletedSql(model: ResolvedModel, caller: Caller, now: string, reach: Reach = "read"): Expression<SqlBool> {
  return toSql(visibleCondition(model, caller, now, "deleted", reach), { model });
}
