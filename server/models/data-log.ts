import type { RawBuilder } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { logNames } from "../auth/caller.ts";
import type { EngineParts, Work } from "./engine-parts.ts";
import { insertSql, insertStored } from "./insert-stored.ts";
import { newSystemValues } from "./system-values.ts";

/** What an entry is made with; grants, which are saved beside the engine, bring the same. */
export interface LogWork extends Pick<Work, "trx" | "caller" | "now"> {
  readonly parts: Pick<EngineParts, "models" | "newId">;
}

/** One row for each change of a row: the row as it was left, so that two versions can be compared (contract 05). */
export function logChange(
  work: LogWork,
  model: ResolvedModel,
  row: Row,
  change: "saved" | "deleted" = "saved",
): Promise<void> {
  return logChanges(work, model, [row], change);
}

export async function logChanges(
  work: LogWork,
  model: ResolvedModel,
  rows: readonly Row[],
  change: "saved" | "deleted" = "saved",
): Promise<void> {
  const log = work.parts.models.get("system/data-log");
  if (model.log && log) await insertStored(work, log, entriesOf(work, model, rows, change));
}

/** The same for rows of several models, as a statement that goes with their write; undefined where none has a data log. */
export function logSql(
  work: LogWork,
  written: readonly { readonly model: ResolvedModel; readonly rows: readonly Row[] }[],
): RawBuilder<unknown> | undefined {
  const log = work.parts.models.get("system/data-log");
  const entries = written.flatMap(({ model, rows }) => (model.log ? entriesOf(work, model, rows, "saved") : []));
  return log && entries.length > 0 ? insertSql(log, entries) : undefined;
}

function entriesOf(work: LogWork, model: ResolvedModel, rows: readonly Row[], change: "saved" | "deleted"): Row[] {
  const declared = [...model.fields.values()].filter((field) => !field.system).map((field) => field.name);
  const { actor, viewed } = logNames(work.caller);
  return rows.map((row) => ({
    ...newSystemValues(work),
    createBy: actor.username,
    viewedUser: viewed,
    sysOrgCode: row.sysOrgCode ?? null,
    dataTable: model.table,
    dataId: row.id,
    dataVersion: Number(row.version ?? 1),
    dataContent: JSON.stringify(Object.fromEntries(declared.map((name) => [name, row[name] ?? null]))),
    change,
  }));
}
