import { modelOfTable } from "../../runtime/model/model-of-table.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { addDictTexts } from "../models/dict-text.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { readContent, readVersions } from "../models/history/versions.ts";
import type { Draft, ReadContext } from "../models/hooks.ts";
import { findRow } from "../models/read-rows.ts";

const permission = "system:data-log:list";

/** Versions of one row, and two of them side by side (contract 05); the list itself is the model's own. */
export const routes: RouteModule = (api, { db, engine }) => {
  /** Everything the comparison page needs: versions in words, titles of the fields, whether one may be restored. */
  api.get<{ Querystring: { dataTable?: string; dataId?: string } }>(
    "/sys/dataLog/versions",
    { config: { permission } },
    async (request) => {
      const caller = callerOf(request);
      const model = modelOfTable(engine.models.values(), readId(request.query.dataTable));
      const id = readId(request.query.dataId);
      if (!model) throw refuse("未找到版本信息");
      const { versions, fields } = await readVersions({ db, engine }, model, id, caller);
      if (versions.length === 0) throw refuse("未找到版本信息");
      const current = await currentRow(model, id, caller);
      return ok({
        title: model.title,
        name: versions[0]?.values[model.titleField] ?? "",
        fields,
        versions,
        currentVersion: current ? Number(current.version) : null,
        mayRestore: current !== undefined && mayEdit(model, caller),
      });
    },
  );

  /**
   * Puts the values of an old version back as an ordinary edit: the caller's permissions, the model's rules and the
   * row's version decide, and the data log gets a version more. What the caller may not write stays as it is.
   */
  api.post<{ Body: unknown }>(
    "/sys/dataLog/restore",
    { config: { permission, operation: "恢复数据的旧版本" } },
    async (request) => {
      const caller = callerOf(request);
      const { id, version } = readRowBody(request.body);
      const entry = await engine.queryById("system/data-log", readId(id), caller);
      const model = modelOfTable(engine.models.values(), entry.dataTable);
      if (!model) throw refuse("未找到版本信息");
      if (!mayEdit(model, caller)) throw new AppError("FORBIDDEN");
      const current = await currentRow(model, String(entry.dataId), caller);
      if (!current) throw refuse("这条数据已不存在，不能恢复到旧版本；已删除的数据请在回收站恢复");
      const raw = await db.kysely
        .selectFrom("sys_data_log")
        .select("data_content")
        .where("id", "=", String(entry.id))
        .executeTakeFirstOrThrow();
      const access = modelAccess(model, caller);
      const values = Object.entries(readContent(raw.data_content)).filter(([name]) => access.get(name)?.writable);
      const body = { ...Object.fromEntries(values), id: current.id, version: version ?? current.version };
      const restored = await engine.edit(model.id, body, caller);
      const name = restored[model.titleField] ?? restored.id;
      const text = `恢复${model.title} ${name} 到版本 ${entry.dataVersion}`;
      await writeOperationLog(db.kysely, request, caller, text, 3);
      return ok(restored, `已恢复到版本 ${entry.dataVersion}`);
    },
  );

  const mayEdit = (model: ResolvedModel, caller: Caller) =>
    model.writable && decideAction(caller, `${model.permissionPrefix}:edit`).allowed;

  async function currentRow(model: ResolvedModel, id: string, caller: Caller): Promise<Row | undefined> {
    if (!decideAction(caller, `${model.permissionPrefix}:list`).allowed) return undefined;
    try {
      return await engine.queryById(model.id, id, caller);
    } catch (error) {
      if (error instanceof AppError && error.errorName === "ROW_NOT_FOUND") return undefined;
      throw error;
    }
  }

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

/** What a reader of the log may not see of a row, they do not see of its past either. */
export const hooks = {
  "system/data-log": {
    async afterRead(rows: Draft[], context: ReadContext): Promise<void> {
      const seen = new Map<string, Promise<boolean>>();
      for (const row of rows) {
        row.dataContent = await visibleContent(row, context, seen);
        const model = modelOfTable(context.engine.models.values(), row.dataTable);
        row.objectTitle = model?.title ?? row.dataTable;
        row.rowTitle = model ? (readContent(row.dataContent)[model.titleField] ?? null) : null;
      }
      await nameLinks(rows, context);
    },
  },
};

/** A row that only links others, as a grant does, has no name of its own: it is called by theirs. */
async function nameLinks(entries: readonly Draft[], { engine, database, caller }: ReadContext): Promise<void> {
  for (const model of new Set(entries.map((entry) => modelOfTable(engine.models.values(), entry.dataTable)))) {
    if (model?.fields.get(model.titleField)?.dict?.kind !== "model") continue;
    const links = [...model.fields.values()].filter(({ dict, required }) => dict?.kind === "model" && required);
    const own = entries.filter(({ dataTable }) => dataTable === model.table);
    const named = own.map((entry) => ({ ...readContent(entry.dataContent) }));
    await addDictTexts(database, engine.models, links, named, caller);
    own.forEach((entry, at) => {
      const words = links.map(({ name }) => named[at]?.[`${name}_dictText`] ?? named[at]?.[name]);
      entry.rowTitle = words.filter((word) => word !== undefined && word !== null).join(" · ") || null;
    });
  }
}

async function visibleContent(entry: Row, context: ReadContext, seen: Map<string, Promise<boolean>>): Promise<string> {
  const model = modelOfTable(context.engine.models.values(), entry.dataTable);
  if (!model || typeof entry.dataContent !== "string") return "{}";
  // The versions of one row are read together; whether it is the caller's is asked once.
  const key = `${model.id} ${entry.dataId}`;
  const maySee = seen.get(key) ?? maySeeRow(model, String(entry.dataId), context);
  seen.set(key, maySee);
  if (!(await maySee)) return "{}";
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
