import { sql } from "kysely";
import type { Caller } from "../auth/caller.ts";
import { makeCaller } from "../auth/make-caller.ts";
import type { SecretBox } from "../auth/secret-box.ts";
import { isLiveTenant } from "../auth/tenants.ts";
import { findUser } from "../auth/user-store.ts";
import type { Queryable } from "../db/database.ts";

/** A subscription that can be delivered to. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  /** Who subscribed, with the rights of this moment: what they may not read is not sent. */
  readonly owner: Caller;
}

/** @returns in words for an administrator why nothing can be sent */
export async function loadWebhook(db: Queryable, box: SecretBox, id: string): Promise<Webhook | string> {
  const { rows } = await sql<Record<string, unknown>>`
    select hook.url, hook.tenant_id, hook.create_by, secret.secret,
      ${isLiveTenant(sql.ref("hook.tenant_id"), sql.ref("person.rel_tenant_ids"))} as is_open
    from sys_webhook hook
    left join sys_webhook_secret secret on secret.hook_id = hook.id
    left join sys_user person on person.username = hook.create_by
    where hook.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return "订阅已删除";
  const secret = typeof row.secret === "string" ? box.open(row.secret) : undefined;
  if (secret === undefined) return "还没有签名密钥，请重新生成";
  const user = await findUser(db, { username: String(row.create_by) });
  if (user?.status !== 1 || row.is_open !== true) return "订阅人已停用";
  const tenantId = Number(row.tenant_id ?? 0);
  const owner = await makeCaller(db, { user, sessionId: `webhook ${id}`, orgCode: user.orgCode, tenantId });
  return { id, url: String(row.url), secret, owner };
}
