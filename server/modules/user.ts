import type { Row } from "../../runtime/model/resolved-model.ts";
import { authChannel } from "../auth/authentication.ts";
import { checkNewPassword } from "../auth/passwords.ts";
import { setPassword } from "../auth/secrets.ts";
import { endSessionsOf } from "../auth/session-events.ts";
import { writeSignInLog } from "../auth/sign-in-log.ts";
import { findUser, splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { holdingsOf, refuseUnheld } from "../grants/holdings.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import type { Draft, HookContext, ModelHooks, ReadContext, SaveContext } from "../models/hooks.ts";
import { readSettings } from "../settings/site-settings.ts";
import { type Links, linksOf } from "../users/links-of.ts";
import { administratorIds, refused, refuseLosingAdministrators, saveUserLinks } from "../users/user-links.ts";

const maxBatch = 1000;

/** What administration does to users beyond their rows (contract 02 §2.1, 01 §1.6). */
export const routes: RouteModule = (api, { db, sessions, authentication, signInFailures, engine, settings }) => {
  const edit = { permission: "system:user:edit" };

  api.put<{ Body: { ids?: unknown; status?: unknown } }>("/sys/user/frozenBatch", { config: edit }, async (request) => {
    const caller = callerOf(request);
    const ids = splitList(request.body?.ids);
    const status = Number(request.body?.status);
    if (ids.length === 0 || ids.length > maxBatch || (status !== 1 && status !== 2)) throw refused("参数不识别！");
    // Through the engine first: a user whom the caller may not see does not exist for him.
    for (const id of ids) await engine.queryById("system/user", id, caller);
    await db.transaction(async (trx) => {
      if (status === 2) await refuseLosingAdministrators(trx, caller, ids);
      await trx.updateTable("sys_user").set({ status }).where("id", "in", ids).execute();
      if (status === 2) await endSessionsOf(trx, ids);
    });
    await authentication.invalidate();
    return ok(null, "操作成功!");
  });

  api.put<{ Body: { username?: unknown; password?: unknown; confirmPassword?: unknown } }>(
    "/sys/user/changePassword",
    { config: edit },
    async (request) => {
      const caller = callerOf(request);
      const { username, password, confirmPassword } = request.body ?? {};
      const user = typeof username === "string" ? await findUser(db.kysely, { username }) : undefined;
      if (!user || typeof password !== "string") throw refused("用户不存在！");
      await engine.queryById("system/user", user.id, caller);
      if (confirmPassword !== undefined && confirmPassword !== password) throw refused("两次输入密码不一致!");
      checkNewPassword(password, user.username, await settings.current());
      await db.transaction(async (trx) => {
        await refuseRaising(trx, caller, user.id);
        await setPassword(trx, user.id, password, { mustChange: user.id !== caller.userId });
      });
      await sessions.endAllOf(user.id, user.id === caller.userId ? caller.sessionId : undefined);
      await authentication.invalidate(user.id);
      await signInFailures.unlock(user.username);
      const text = `为 ${user.username} 重置密码`;
      await writeSignInLog(db.kysely, request, { username: caller.username, realname: caller.realname, text });
      return ok(null, "密码修改成功!");
    },
  );

  api.put<{ Body: { username?: unknown } }>("/sys/user/unlock", { config: edit }, async (request) => {
    const { username } = request.body ?? {};
    if (typeof username !== "string") throw refused("参数不识别！");
    await signInFailures.unlock(username);
    return ok(null, "已解锁");
  });
};

/** Whoever is no administrator does not reach for one. */
async function refuseRaising(trx: HookContext["trx"], caller: HookContext["caller"], userId: string): Promise<void> {
  if (!caller.isAdmin && (await administratorIds(trx)).has(userId)) throw new AppError("FORBIDDEN");
}

/** Being in charge of departments is given by who holds them, and never by oneself. */
async function refuseForeignCharge(draft: Row, { before, caller, trx }: SaveContext): Promise<void> {
  if (caller.isAdmin) return;
  const [had, wanted] = [new Set(splitList(before?.departIds)), splitList(draft.departIds)];
  const added = wanted.filter((id) => !had.has(id));
  const isRaised = Number(draft.userIdentity ?? 1) === 2 && Number(before?.userIdentity ?? 1) !== 2;
  if (added.length === 0 && !isRaised) return;
  if (before?.id === caller.userId) throw new AppError("FORBIDDEN");
  const holdings = await holdingsOf(trx, caller);
  refuseUnheld(holdings?.departs, isRaised ? wanted : added);
}

async function saveNew(row: Row, context: SaveContext): Promise<void> {
  const { body, before, trx } = context;
  if (before !== undefined) return;
  if (typeof body.password === "string" && body.password !== "") {
    checkNewPassword(body.password, String(row.username), await readSettings(trx));
    await setPassword(trx, String(row.id), body.password, { mustChange: true });
  }
  await saveUserLinks(String(row.id), context);
}

/** A list shows the departments of its users in words; a form and a detail know roles and departments by id too. */
async function addLinks(rows: Draft[], { database, purpose }: ReadContext): Promise<void> {
  const ids = rows.map((row) => String(row.id));
  if (ids.length === 0) return;
  const departs = await linksOf(database, "sys_user_depart", ids);
  const roles = purpose === "detail" ? await linksOf(database, "sys_user_role", ids) : new Map<string, Links>();
  for (const row of rows) {
    const depart = departs.get(String(row.id));
    row.orgCodeTxt = depart?.names.replaceAll(",", " | ") ?? null;
    if (purpose !== "detail") continue;
    const role = roles.get(String(row.id));
    Object.assign(row, {
      selectedroles: role?.ids ?? null,
      selectedroles_dictText: role?.names ?? null,
      selecteddeparts: depart?.ids ?? null,
      selecteddeparts_dictText: depart?.names ?? null,
    });
  }
}

const userHooks: ModelHooks = {
  async beforeSave(draft, context) {
    const { before, caller, trx } = context;
    if (before === undefined) {
      draft.status = 1;
      draft.delFlag = 0;
    } else {
      // The name is what sessions, logs and rules know a person by.
      draft.username = before.username;
      await refuseRaising(trx, caller, String(before.id));
    }
    const tenants = splitList(draft.relTenantIds);
    const had = new Set(splitList(before?.relTenantIds));
    const foreign = tenants.find((tenant) => !had.has(tenant) && tenant !== String(caller.tenantId));
    if (foreign !== undefined && !caller.isAdmin)
      throw new AppError("TENANT_REFUSED", { details: { tenantId: foreign } });
    await refuseForeignCharge(draft, context);
    if (before === undefined) return;
    // Here and not after: a form in which only the roles were changed leaves the row itself as it is.
    await saveUserLinks(String(before.id), context);
    notifyOnCommit(trx, authChannel, String(before.id));
  },
  afterSave: saveNew,
  afterRead: addLinks,
  beforeDelete: (rows, { caller, trx }) =>
    refuseLosingAdministrators(
      trx,
      caller,
      rows.map((row) => String(row.id)),
    ),
  async afterDelete(rows, { trx }) {
    const ids = rows.map((row) => String(row.id));
    await endSessionsOf(trx, ids);
    notifyOnCommit(trx, authChannel);
  },
  async afterPurge(rows, { trx }) {
    const ids = rows.map((row) => String(row.id));
    for (const table of ["sys_user_role", "sys_user_depart", "sys_depart_role_user", "sys_user_secret"] as const) {
      await trx.deleteFrom(table).where("user_id", "in", ids).execute();
    }
  },
  afterRestore: async (rows, { caller, trx }) => {
    for (const row of rows) await refuseRaising(trx, caller, String(row.id));
    notifyOnCommit(trx, authChannel);
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/user": userHooks };
