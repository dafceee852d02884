import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import type { RouteModule } from "../context.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { readId } from "../models/engine-parts.ts";
import type { Draft, ReadContext } from "../models/hooks.ts";
import { findRow } from "../models/read-rows.ts";
import { refuse } from "../query/refusal.ts";

const permission = "system:data-log:list";

/** Versions of one row, and two of them side by side (contract 05); the list itself is the model's own. */
export const routes: RouteModule = (api, { engine }) => {
  api.get<{ Querystring: { dataTable?: string; dataId?: string } }>(
    "/sys/dataLog/queryDataVerList",
    { config: { permission } },
    async (request) => {
      const { dataTable, dataId } = request.query;
      const query = {
        superQueryParams: JSON.stringify([
          { field: "dataTable", rule: "eq", val: readId(dataTable) },
          { field: "dataId", rule: "eq", val: readId(dataId) },
        ]),
        column: "dataVersion",
        order: "desc",
        pageSize: "1000",
      };
      const { records } = await engine.list("system/data-log", query, callerOf(request));
      if (records.length === 0) throw refuse("未找到版本信息");
      return ok(records);
    },
  );

  api.get<{ Querystring: { dataId1?: string; dataId2?: string } }>(
    "/sys/dataLog/queryCompareList",
    { config: { permission } },
    async (request) => {
      const { dataId1, dataId2 } = request.query;
      const caller = callerOf(request);
      const read = (id: string | undefined) => engine.queryById("system/data-log", readId(id), caller);
      return ok([await read(dataId1), await read(dataId2)]);
    },
  );
};

/** What a reader of the log may not see of a row, he does not see of its past either. */
export const hooks = {
  "system/data-log": {
    async afterRead(rows: Draft[], context: ReadContext): Promise<void> {
      for (const row of rows) row.dataContent = await visibleContent(row, context);
    },
  },
};

async function visibleContent(entry: Row, context: ReadContext): Promise<string> {
  const model = [...context.engine.models.values()].find((one) => one.table === entry.dataTable);
  if (!model || typeof entry.dataContent !== "string") return "{}";
  if (!(await maySeeRow(model, String(entry.dataId), context))) return "{}";
  const access = modelAccess(model, context.caller);
  const content = JSON.parse(entry.dataContent) as Row;
  const shown = Object.entries(content).flatMap(([name, value]) => {
    const field = access.get(name);
    if (!field?.visible) return [];
    return [[name, field.mask && value !== null ? maskText(String(value), field.mask) : value]];
  });
  return JSON.stringify(Object.fromEntries(shown));
}

/** Rows under a data rule are looked at; without one, the log of a deleted row stays readable. */
async function maySeeRow(model: ResolvedModel, id: string, context: ReadContext): Promise<boolean> {
  const rules = context.caller.dataRules.get(model.permissionPrefix) ?? [];
  if (context.caller.isAdmin || rules.length === 0) return true;
  return (await findRow(context.database, model, id, context.caller, context.now)) !== undefined;
}
