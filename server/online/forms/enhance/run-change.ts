import type { Transaction } from "kysely";
import { isNumeric } from "../../../../runtime/model/field-types.ts";
import type { ResolvedModel, Row } from "../../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../../runtime/permission/action.ts";
import { modelAccess } from "../../../../runtime/permission/field-access.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { Tables } from "../../../db/database.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { Engine } from "../../../models/engine.ts";
import type { ReportSql } from "../../reports/sql/report-sql.ts";
import type { SqlChange } from "./read-change.ts";

/** Rows that one press of a button changes at most. */
export const maxChangedRows = 1_000;

interface ChangeParts {
  readonly sql: ReportSql;
  readonly engine: Engine;
  readonly trx: Transaction<Tables>;
  readonly caller: Caller;
  /** The model of the form that the button belongs to; its rows may be changed by who may press the button. */
  readonly ownModelId: string;
}

/**
 * Does what a stored statement says, as the caller.
 *
 * @param record the row that the button stands on, by columns
 * @throws AppError as any save does, and INVALID for more rows than one press changes
 */
export async function runChange({ kind, modelId, fields, select }: SqlChange, record: Row, parts: ChangeParts) {
  const { sql, engine, trx, caller, ownModelId } = parts;
  const model = engine.models.get(modelId);
  if (!model) throw refuse("语句中的表单已不存在");
  if (modelId !== ownModelId && !decideAction(caller, `${model.permissionPrefix}:${actions[kind]}`).allowed) {
    throw refuse(`没有${titles[kind]}${quoted(model.title)}的权限`);
  }
  refuseLocked(model, fields, caller);
  const values = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value === null || value === undefined ? undefined : String(value),
    ]),
  );
  const rows = await sql.rowsIn(trx, { report: select, caller, values }, maxChangedRows + 1);
  if (rows.length > maxChangedRows) throw refuse(`一次最多处理 ${maxChangedRows} 行，请缩小条件的范围`);
  if (kind === "remove") {
    const ids = rows.map((row) => String(row.row_id));
    if (ids.length > 0) await engine.remove(modelId, ids, caller, { trx });
    return;
  }
  for (const row of rows) {
    const body = Object.fromEntries(fields.map((name) => [name, wireValue(model, name, row)]));
    if (kind === "add") await engine.add(modelId, body, caller, { trx });
    else await engine.edit(modelId, { ...body, id: row.row_id, version: Number(row.row_version) }, caller, { trx });
  }
}

const actions = { add: "add", edit: "edit", remove: "delete" } as const;
const titles = { add: "新增", edit: "修改", remove: "删除" } as const;

/** A value that the engine would leave out silently would make the button look as if it had worked. */
function refuseLocked(model: ResolvedModel, fields: readonly string[], caller: Caller): void {
  const access = modelAccess(model, caller);
  const locked = fields.find((name) => access.get(name)?.writable === false);
  if (locked !== undefined) throw refuse(`没有修改字段${quoted(model.fields.get(locked)?.title ?? locked)}的权限`);
}

/** Answers of the database are exact texts; the engine takes JSON values. */
function wireValue(model: ResolvedModel, name: string, row: Row): unknown {
  const field = model.fields.get(name);
  const value = row[field?.column ?? name] ?? null;
  return value !== null && field && isNumeric(field) ? Number(value) : value;
}
