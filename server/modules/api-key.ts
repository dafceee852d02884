import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { newApiKey } from "../auth/api-keys.ts";
import { authChannel } from "../auth/authentication.ts";
import { hashToken } from "../auth/sessions.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import type { Queryable } from "../db/database.ts";
import { ok } from "../http/envelope.ts";
import { quoted, refuse } from "../http/refusal.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import type { HookContext, ModelHooks } from "../models/hooks.ts";
import { keyableTables } from "../models/keyable-tables.ts";

const model = "system/api-key";
const [revoked, enabled] = [0, 1];

/** API keys: their rows are a model's; here they are generated, shown once, and revoked. */
export const routes: RouteModule = (api, { db, engine }) => {
  const may = (action: string, more: object = {}) => ({ config: { permission: `system:api-key:${action}`, ...more } });

  /** The tables that the caller may give a key: those that they may list themselves. */
  api.get("/sys/apiKey/tables", may("list"), async (request) => ok(keyableTables(engine.models, callerOf(request))));

  api.post("/sys/apiKey/issue", may("edit,system:api-key:add", { operation: "生成接口密钥" }), async (request) => {
    const caller = callerOf(request);
    const row = await engine.queryById(model, readId(readRowBody(request.body).id), caller);
    // Whoever holds it acts in its maker's name.
    if (row.createBy !== caller.username) throw refuse("只有创建人可以生成这个密钥");
    const { key, prefix } = newApiKey();
    await db.transaction(async (trx) => {
      await keepHash(trx, String(row.id), hashToken(key));
      await trx
        .updateTable("sys_api_key")
        .set({ key_prefix: prefix, status: enabled })
        .where("id", "=", String(row.id))
        .execute();
      notifyOnCommit(trx, authChannel);
    });
    await writeOperationLog(db.kysely, request, caller, `生成接口密钥 ${row.name}（${prefix}）`, 3);
    return ok({ key });
  });

  api.post("/sys/apiKey/revoke", may("edit", { operation: "停用接口密钥" }), async (request) => {
    const caller = callerOf(request);
    const row = await engine.queryById(model, readId(readRowBody(request.body).id), caller);
    await db.transaction(async (trx) => {
      await trx.updateTable("sys_api_key").set({ status: revoked }).where("id", "=", String(row.id)).execute();
      await trx.deleteFrom("sys_api_key_secret").where("key_id", "=", String(row.id)).execute();
      notifyOnCommit(trx, authChannel);
    });
    await writeOperationLog(db.kysely, request, caller, `停用接口密钥 ${row.name}（${row.keyPrefix ?? "未生成"}）`, 3);
    return ok(null, "操作成功!");
  });
};

async function keepHash(trx: Queryable, keyId: string, hash: string): Promise<void> {
  await trx
    .insertInto("sys_api_key_secret")
    .values({ key_id: keyId, key_hash: hash })
    .onConflict((conflict) => conflict.column("key_id").doUpdateSet({ key_hash: hash }))
    .execute();
}

function stateOf({ status, keyPrefix, expiresAt }: Row, now: string): string {
  if (Number(status) === revoked) return "revoked";
  if (!keyPrefix) return "new";
  return String(expiresAt) <= now ? "expired" : "live";
}

const announce = (_rows: unknown, { trx }: HookContext) => notifyOnCommit(trx, authChannel);

const keyHooks: ModelHooks = {
  beforeSave(draft, { before, caller, engine, now }) {
    const offered = new Set(keyableTables(engine.models, caller).map(({ value }) => value));
    const kept = new Set(splitList(before?.tables));
    const other = splitList(draft.tables).find((one) => !offered.has(one) && !kept.has(one));
    if (other !== undefined) throw refuse(`不能选择表 ${quoted(other)}：没有这个表，或您没有它的权限`);
    if (draft.expiresAt !== before?.expiresAt && String(draft.expiresAt) <= now) throw refuse("到期时间须晚于现在");
  },
  afterSave: announce,
  async afterDelete(rows, context) {
    const ids = rows.map((row) => String(row.id));
    await context.trx.deleteFrom("sys_api_key_secret").where("key_id", "in", ids).execute();
    announce(rows, context);
  },
  afterRead(rows, { now, engine }) {
    for (const row of rows) {
      row.state = stateOf(row, now);
      row.tableNames = splitList(row.tables)
        .map((id) => engine.models.get(id)?.title ?? id)
        .join("、");
    }
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { [model]: keyHooks };
