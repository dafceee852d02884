import type { Row } from "../../runtime/model/resolved-model.ts";
import { type Audience, isAudience } from "../../runtime/query/saved-query.ts";
import { readSuperQuery } from "../../runtime/query/super-query.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import {
  isSort,
  mayChange,
  maySaveFor,
  readSavedRow,
  savedQueriesOf,
  savedQueryModel,
} from "../models/saved-queries/saved-queries.ts";

interface SaveBody {
  readonly id?: unknown;
  readonly version?: unknown;
  readonly screen?: unknown;
  readonly title?: unknown;
  readonly matchType?: unknown;
  readonly conditions?: unknown;
  readonly columns?: unknown;
  readonly sort?: unknown;
  readonly audience?: unknown;
  readonly audienceKey?: unknown;
  readonly isDefault?: unknown;
}

/** QRY-03: saved advanced queries of a page, for oneself, a role, a department or everyone. */
export const routes: RouteModule = (api, { engine, db }) => {
  const session = { config: { permission: "session" } };

  api.get<{ Querystring: { screen?: string } }>("/lowcode/savedQueries", session, async (request) =>
    ok(await savedQueriesOf(engine, readScreen(request.query.screen), callerOf(request))),
  );

  api.post<{ Body: SaveBody | null }>("/lowcode/savedQueries", session, async (request) => {
    const caller = callerOf(request);
    const body = request.body ?? {};
    const row = readBody(body, caller);
    const before = typeof body.id === "string" && body.id !== "" ? await changeable(body.id, caller) : undefined;
    await refuseTwin(row, before, caller);
    const saved = before
      ? await engine.edit(savedQueryModel, { ...row, id: before.id, version: body.version ?? before.version }, caller)
      : await engine.add(savedQueryModel, row, caller);
    if (row.isDefault) await dropOtherDefaults(saved, caller);
    return ok(readSavedRow(saved, caller), "保存成功");
  });

  api.delete<{ Querystring: { id?: string } }>("/lowcode/savedQueries", session, async (request) => {
    const caller = callerOf(request);
    const { id } = await changeable(readId(request.query.id), caller);
    await engine.remove(savedQueryModel, [String(id)], caller);
    return ok(null, "删除成功!");
  });

  async function changeable(id: string, caller: Caller): Promise<Row> {
    const row = await engine.queryById(savedQueryModel, readId(id), caller);
    if (!mayChange(row, caller)) throw new AppError("FORBIDDEN");
    return row;
  }

  /** A name is used once within its audience; the browser asks before it overwrites, with the row's id. */
  async function refuseTwin(row: Row, before: Row | undefined, caller: Caller): Promise<void> {
    const twins = (await savedQueriesOf(engine, String(row.screen), caller)).filter(
      (query) =>
        query.title === row.title &&
        query.audience === row.audience &&
        query.audienceKey === String(row.audienceKey ?? "") &&
        query.id !== before?.id,
    );
    if (twins.length > 0) throw refuse(`${quoted(String(row.title))}已存在`);
  }

  /** One default an audience: the newest. */
  async function dropOtherDefaults(saved: Row, caller: Caller): Promise<void> {
    await db.kysely
      .updateTable("sys_saved_query")
      .set({ is_default: false })
      .where("screen", "=", String(saved.screen))
      .where("audience", "=", String(saved.audience))
      .where("tenant_id", "=", caller.tenantId)
      .where("id", "!=", String(saved.id))
      .$if(saved.audience === "mine", (query) => query.where("create_by", "=", caller.username))
      .$if(saved.audience !== "mine", (query) => query.where("audience_key", "=", String(saved.audienceKey ?? "")))
      .execute();
  }
};

function readScreen(value: unknown): string {
  if (typeof value !== "string" || !/^[\w/-]{1,128}$/.test(value)) throw refuse("页面编号不正确");
  return value;
}

function readBody(body: SaveBody, caller: Caller): Row & { readonly isDefault: boolean } {
  const title = typeof body.title === "string" ? body.title.trim() : "";
  if (title === "") throw refuse("保存的名称不能为空");
  const query = readSuperQuery({ matchType: body.matchType, conditions: body.conditions });
  if (!query) throw refuse("空条件不能保存");
  const audience: Audience = isAudience(body.audience) ? body.audience : "mine";
  const audienceKey = audience === "role" || audience === "depart" ? String(body.audienceKey ?? "") : "";
  if (!maySaveFor(audience, audienceKey, caller)) throw new AppError("FORBIDDEN");
  const columns = Array.isArray(body.columns) ? body.columns.slice(0, 200).map(String) : undefined;
  return {
    screen: readScreen(body.screen),
    title,
    audience,
    audienceKey,
    isDefault: body.isDefault === true,
    content: { ...query, ...(columns ? { columns } : {}), ...(isSort(body.sort) ? { sort: body.sort } : {}) },
  };
}
