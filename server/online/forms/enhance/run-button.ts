import type { Row } from "../../../../runtime/model/resolved-model.ts";
import type { OnlineFormButton } from "../../../../runtime/online-forms/definition.ts";
import type { ServerContext } from "../../../context.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { OpenForm } from "../run/open-form.ts";
import { toWireRow } from "../run/wire-rows.ts";
import { readScripts } from "../scripts/form-scripts.ts";
import type { FormHandlers } from "./call-handler.ts";
import { readChange } from "./read-change.ts";
import { runChange } from "./run-change.ts";
import { readEnhancements } from "./stored-enhancements.ts";

type Parts = Pick<ServerContext, "db" | "engine" | "reports" | "formScripts" | "clock">;

/**
 * What is set up for a button, in order: interfaces before, scripts, statements, interfaces after. What scripts and
 * statements change is one transaction, in which neither a script nor an interface is waited for.
 *
 * @throws AppError as any save does, and INVALID while nothing is set up
 */
export async function runButton(
  { db, engine, reports, formScripts, clock }: Parts,
  handlers: FormHandlers,
  { definition, model, caller }: OpenForm,
  { buttonCode, buttonName }: OnlineFormButton,
  row: Row,
): Promise<void> {
  const found = await readEnhancements(db.kysely, definition.head.id ?? "", buttonCode);
  const scripts = formScripts.isOn ? await readScripts(db.kysely, model.id, "button", buttonCode) : [];
  if (found.statements.length + found.handlers.length + scripts.length === 0) {
    throw refuse(`按钮${quoted(buttonName)}还没有配置要做的事`);
  }
  const { tableName } = definition.head;
  const columns = new Set(definition.fields.map(({ dbFieldName }) => dbFieldName));
  const changes = await Promise.all(found.statements.map((text) => readChange(text, engine.models, columns)));
  const call = async (event: "start" | "end", record: Row): Promise<Row> => {
    let current = record;
    for (const handler of found.handlers) {
      if (handler.event !== event) continue;
      current = { ...current, ...(await handlers.call(handler.address, { tableName, record: current })) };
    }
    return current;
  };
  const record = await call("start", toWireRow(model, row));
  const scripted = await formScripts.changes(scripts, row, { model, caller, now: clock(), event: "button" });
  await db.transaction(async (trx) => {
    if (Object.keys(scripted).length > 0) {
      await engine.edit(model.id, { ...scripted, id: row.id, version: row.version }, caller, { trx });
    }
    for (const change of changes) {
      await runChange(change, record, { sql: reports.sql, engine, trx, caller, ownModelId: model.id });
    }
  });
  const isThere = changes.every(({ kind, modelId }) => kind !== "remove" || modelId !== model.id);
  await call("end", isThere ? toWireRow(model, await engine.queryById(model.id, String(row.id), caller)) : record);
}
