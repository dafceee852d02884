import { sql } from "kysely";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { idempotencyKeyOf } from "../http/idempotency-key.ts";
import { refuse } from "../http/refusal.ts";
import { readId } from "../models/engine-parts.ts";
import { changesOf, readVersions, realnames } from "../models/history/versions.ts";
import { once } from "../models/idempotency.ts";

const [maxComments, maxLength] = [500, 2_000];

interface RecordQuery {
  readonly model?: string;
  readonly id?: string;
}

/**
 * What happened to a record and what people wrote beside it, for models that ask for it (`timeline`, `comments`).
 * Whoever may see the record in its list may see both and write a comment; nobody changes one.
 */
export const routes: RouteModule = (api, context) => {
  const { db, engine, newId, clock } = context;
  const session = { config: { permission: "session", operation: "写评论" } };

  const recordOf = async (query: RecordQuery, asked: "timeline" | "comments", caller: Caller) => {
    const model = engine.models.get(String(query.model));
    if (!model?.[asked] || !decideAction(caller, `${model.permissionPrefix}:list`).allowed) {
      throw new AppError("FORBIDDEN");
    }
    const id = readId(query.id);
    await engine.queryById(model.id, id, caller);
    return { model, id };
  };

  api.get<{ Querystring: RecordQuery }>(
    "/lowcode/records/timeline",
    { config: { permission: "session" } },
    async (request) => {
      const caller = callerOf(request);
      const { model, id } = await recordOf(request.query, "timeline", caller);
      const { versions, fields } = await readVersions({ db, engine }, model, id, caller);
      return ok(
        versions.map(({ values: _values, ...entry }, index) => {
          const version = versions[index];
          return { ...entry, changes: version ? changesOf(fields, version, versions[index + 1]) : [] };
        }),
      );
    },
  );

  api.get<{ Querystring: RecordQuery }>(
    "/lowcode/records/comments",
    { config: { permission: "session" } },
    async (request) => {
      const caller = callerOf(request);
      const { model, id } = await recordOf(request.query, "comments", caller);
      return ok(await listComments(model, id, caller));
    },
  );

  api.post<{ Body: (RecordQuery & { readonly content?: unknown }) | undefined }>(
    "/lowcode/records/comments",
    session,
    async (request) => {
      const caller = callerOf(request);
      const { model, id } = await recordOf(request.body ?? {}, "comments", caller);
      const content = typeof request.body?.content === "string" ? request.body.content.trim() : "";
      if (content === "") throw refuse("请输入评论");
      if (content.length > maxLength) throw refuse(`评论最多 ${maxLength} 字`);
      if (content.includes("\u0000")) throw refuse("评论中有不能保存的字符");
      const now = clock();
      const subject = `${model.id} comment ${id}`;
      const call = { caller, key: idempotencyKeyOf(request), subject, now, isLast: () => true };
      await db.transaction((trx) =>
        once(trx, call, async () => {
          const values = { id: newId(), data_table: model.table, data_id: id, content, tenant_id: caller.tenantId };
          await trx
            .insertInto("sys_comment")
            .values({ ...values, create_by: caller.username, create_time: now })
            .execute();
          return values.id;
        }),
      );
      return ok(await listComments(model, id, caller), "评论已发表");
    },
  );

  api.delete<{ Querystring: RecordQuery & { readonly commentId?: string } }>(
    "/lowcode/records/comments",
    { config: { permission: "session", operation: "删除评论" } },
    async (request) => {
      const caller = callerOf(request);
      const { model, id } = await recordOf(request.query, "comments", caller);
      const commentId = readId(request.query.commentId);
      const { numAffectedRows } = await sql`delete from sys_comment
        where id = ${commentId} and data_table = ${model.table} and data_id = ${id}
          and tenant_id = ${caller.tenantId}
          and (create_by = ${caller.username} or ${caller.isAdmin})`.execute(db.kysely);
      if (Number(numAffectedRows ?? 0) === 0) throw refuse("只能删除自己的评论");
      return ok(await listComments(model, id, caller), "评论已删除");
    },
  );

  async function listComments(model: ResolvedModel, id: string, caller: Caller) {
    const rows = await db.kysely
      .selectFrom("sys_comment")
      .select(["id", "content", "create_by as createBy", "create_time as createTime"])
      .where("data_table", "=", model.table)
      .where("data_id", "=", id)
      .where("tenant_id", "=", caller.tenantId)
      .orderBy("create_time", "desc")
      .orderBy("id", "desc")
      .limit(maxComments)
      .execute();
    const names = await realnames(db.kysely, rows);
    return rows.map((row) => ({
      id: row.id,
      content: row.content,
      time: row.createTime,
      username: row.createBy,
      realname: names.get(String(row.createBy)) ?? row.createBy,
      mayDelete: caller.isAdmin || row.createBy === caller.username,
    }));
  }
};
