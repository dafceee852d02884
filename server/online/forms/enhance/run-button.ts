import type { Row } from "../../../../runtime/model/resolved-model.ts";
import type { OnlineFormButton } from "../../../../runtime/online-forms/definition.ts";
import type { ServerContext } from "../../../context.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { OpenForm } from "../run/open-form.ts";
import { toWireRow } from "../run/wire-rows.ts";
import type { FormHandlers } from "./call-handler.ts";
import { readChange } from "./read-change.ts";
import { runChange } from "./run-change.ts";
import { readEnhancements } from "./stored-enhancements.ts";

type Parts = Pick<ServerContext, "db" | "engine" | "reports">;

/**
 * What is set up for a button, in order: interfaces before, statements, interfaces after. The statements are one
 * transaction, which no interface is waited for in.
 *
 * @throws AppError as any save does, and INVALID while nothing is set up
 */
export async function runButton(
  { db, engine, reports }: Parts,
  handlers: FormHandlers,
  { definition, model, caller }: OpenForm,
  { buttonCode, buttonName }: OnlineFormButton,
  row: Row,
): Promise<void> {
  const found = await readEnhancements(db.kysely, definition.head.id ?? "", buttonCode);
  if (found.statements.length + found.handlers.length === 0) {
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
  await db.transaction(async (trx) => {
    for (const change of changes) {
      await runChange(change, record, { sql: reports.sql, engine, trx, caller, ownModelId: model.id });
    }
  });
  const isThere = changes.every(({ kind, modelId }) => kind !== "remove" || modelId !== model.id);
  await call("end", isThere ? toWireRow(model, await engine.queryById(model.id, String(row.id), caller)) : record);
}
