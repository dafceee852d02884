import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { always, type Condition } from "../../runtime/query/condition.ts";
import { callerOf } from "../auth/access.ts";
import { authChannel } from "../auth/authentication.ts";
import { type Caller, defaultTenant, isPlatformAdmin } from "../auth/caller.ts";
import { checkNewPassword } from "../auth/passwords.ts";
import { removeSecondFactors, withSecondFactor } from "../auth/second-factor.ts";
import { setPassword } from "../auth/secrets.ts";
import { endSessionsOf } from "../auth/session-events.ts";
import { writeOperationLog, writeSignInLog } from "../auth/sign-in-log.ts";
import { findUser, splitList } from "../auth/user-store.ts";
import { readSettings } from "../config/settings/site-settings.ts";
import type { RouteModule } from "../context.ts";
import { notifyOnCommit } from "../db/commit-notices.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readId } from "../models/engine-parts.ts";
import type { Draft, HookContext, ModelHooks, NarrowContext, ReadContext, SaveContext } from "../models/hooks.ts";
import { linksOf } from "../models/links-of.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";
import { departsBelow, holdingsOf, refuseUnheld } from "./grants/holdings.ts";
import { logAsSaved, removeLinks } from "./grants/link-log.ts";
import { linkedUsers } from "./users/linked-users.ts";
import { loadRightsOf, type Rights, tenantsOrNone } from "./users/load-rights.ts";
import { actRefusalsOf, ownRights, refuseActing, refuseBeyond } from "./users/may-act-on.ts";
import { personName } from "./users/person-name.ts";
import { refused, refuseLosingAdministrators, saveUserLinks } from "./users/user-links.ts";

const maxBatch = 1000;

/** What administration does to users beyond their rows (contract 02 §2.1, 01 §1.6). */
export const routes: RouteModule = (api, context) => {
  const { db, sessions, authentication, signInFailures, secondFactors, engine, settings, clock } = context;
  const edit = { permission: "system:user:edit" };

  api.put<{ Body: { ids?: unknown; status?: unknown } }>("/sys/user/frozenBatch", { config: edit }, async (request) => {
    const caller = callerOf(request);
    const ids = splitList(request.body?.ids);
    const status = Number(request.body?.status);
    if (ids.length === 0 || ids.length > maxBatch || (status !== 1 && status !== 2)) throw refused("参数不识别！");
    // Through the engine first: a user whom the caller may not see does not exist for them.
    const people: Row[] = [];
    for (const id of ids) people.push(await engine.queryById("system/user", id, caller));
    await db.transaction((trx) => setStatus({ trx, caller, models: engine.models, now: clock() }, ids, status));
    await authentication.invalidate();
    const text = `${status === 2 ? "冻结" : "解冻"}用户 ${people.map(personName).join("、")}`;
    await writeOperationLog(db.kysely, request, caller, text, 3);
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
        await refuseActing(trx, caller, [user.id]);
        await setPassword(trx, user.id, password, { mustChange: user.id !== caller.userId });
      });
      await sessions.endAllOf(user.id, user.id === caller.userId ? caller.sessionId : undefined);
      await authentication.invalidate(user.id);
      await signInFailures.unlock(user.username);
      const text = `为 ${personName({ ...user })} 重置密码`;
      await writeSignInLog(db.kysely, request, { username: caller.username, realname: caller.realname, text });
      return ok(null, "密码修改成功!");
    },
  );

  api.put<{ Body: { username?: unknown } }>("/sys/user/unlock", { config: edit }, async (request) => {
    const { username } = request.body ?? {};
    if (typeof username !== "string") throw refused("参数不识别！");
    const user = await findUser(db.kysely, { username });
    if (!user) throw refused("用户不存在！");
    const caller = callerOf(request);
    await engine.queryById("system/user", user.id, caller);
    await db.transaction((trx) => refuseActing(trx, caller, [user.id]));
    await signInFailures.unlock(username);
    await writeOperationLog(db.kysely, request, caller, `解除 ${personName({ ...user })} 的登录锁定`, 3);
    return ok(null, "已解锁");
  });

  // For somebody who lost their telephone: from then on their password is enough, so it takes the right to act on them.
  api.put<{ Body: { id?: unknown } | null }>(
    "/sys/user/resetSecondFactor",
    { config: { ...edit, stepUp: true } },
    async (request) => {
      const caller = callerOf(request);
      const row = await engine.queryById("system/user", readId(request.body?.id), caller);
      const id = String(row.id);
      await db.transaction((trx) => refuseActing(trx, caller, [id]));
      if (!(await secondFactors.remove(id))) throw refused("该用户没有开启两步验证");
      await sessions.endAllOf(id, id === caller.userId ? caller.sessionId : undefined);
      await authentication.invalidate(id);
      const { username, realname } = caller;
      await writeSignInLog(db.kysely, request, { username, realname, text: `重置 ${personName(row)} 的两步验证` });
      return ok(null, "两步验证已重置");
    },
  );
};

interface StatusChange extends Pick<HookContext, "trx" | "caller" | "now"> {
  readonly models: HookContext["engine"]["models"];
}

/** A help desk may freeze anybody in need; back in comes only who can do no more than whoever lets them. */
async function setStatus(work: StatusChange, ids: readonly string[], status: 1 | 2): Promise<void> {
  const { trx, caller, now } = work;
  if (status === 2) await refuseLosingAdministrators(trx, caller, ids);
  else await refuseActing(trx, caller, ids);
  const { rows } = await sql<{ id: string }>`
    update sys_user set status = ${status}, version = coalesce(version, 0) + 1, update_by = ${caller.username},
      update_time = ${now}::timestamp
    where id = any(${sql.val(ids)}::text[]) and status is distinct from ${status} returning id`.execute(trx);
  const changed = rows.map((row) => row.id);
  await logAsSaved({ ...work, db: trx }, "sys_user", sql`link.id = any(${sql.val(changed)}::text[])`);
  if (status === 2) await endSessionsOf(trx, ids);
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
  await refuseActing(trx, context.caller, [String(row.id)]);
}

/** That a person works for other tenants too is none of this one's business. */
function showOwnTenant(row: Draft, { tenantId }: Caller): void {
  if (!("relTenantIds" in row)) return;
  row.relTenantIds = tenantId === defaultTenant ? null : String(tenantId);
}

/** A person is made in, and stays with, the tenant of who administers them; only the platform places them elsewhere. */
function keepTenants(draft: Draft, { before, caller }: SaveContext): void {
  if (isPlatformAdmin(caller)) return;
  const had = new Set(splitList(before?.relTenantIds));
  const foreign = splitList(draft.relTenantIds).find(
    (tenant) => !had.has(tenant) && tenant !== String(caller.tenantId),
  );
  if (foreign !== undefined) throw new AppError("TENANT_REFUSED", { details: { tenantId: foreign } });
  const own = caller.tenantId === defaultTenant ? null : String(caller.tenantId);
  draft.relTenantIds = before ? before.relTenantIds : own;
}

/** A list shows the departments and roles of its users in words; a form and a detail know both by id too. */
async function addLinks(rows: Draft[], context: ReadContext): Promise<void> {
  const { purpose, caller } = context;
  const ids = rows.map((row) => String(row.id));
  if (ids.length === 0) return;
  const departs = await linksOf(context, "sys_user_depart", ids);
  const roles = await linksOf(context, "sys_user_role", ids);
  for (const row of rows) {
    const depart = departs.get(String(row.id));
    if (!isPlatformAdmin(caller)) showOwnTenant(row, caller);
    row.orgCodeTxt = depart?.names.replaceAll(",", " | ") ?? null;
    const role = roles.get(String(row.id));
    row.roleNames = role?.names.replaceAll(",", "、") ?? null;
    if (purpose !== "detail") continue;
    Object.assign(row, {
      selectedroles: role?.ids ?? null,
      selectedroles_dictText: role?.names ?? null,
      selecteddeparts: depart?.ids ?? null,
      selecteddeparts_dictText: depart?.names ?? null,
    });
  }
}

/** Why the caller may not act on a row's person, so that its buttons say so before they are pressed. */
async function addRefusals(rows: Draft[], { database, caller }: ReadContext): Promise<void> {
  const refusals = await actRefusalsOf(database, caller, idsOf(rows));
  for (const row of rows) row.actRefusal = refusals.get(String(row.id))?.refusal ?? null;
}

/** Whether a person's two steps are on: for whoever may switch them off. */
async function addSecondFactors(rows: Draft[], { database, caller }: ReadContext): Promise<void> {
  if (!decideAction(caller, "system:user:edit").allowed) return;
  const own = await withSecondFactor(database, idsOf(rows));
  for (const row of rows) row.secondFactor = own.has(String(row.id));
}

const idsOf = (rows: readonly Row[]) => rows.map((row) => String(row.id));

/** The change of a person that is there: on whom the caller may act, before and after it. */
async function changePerson(draft: Draft, context: SaveContext, before: Row): Promise<void> {
  const { caller, trx } = context;
  const id = String(before.id);
  await refuseActing(trx, caller, [id]);
  const rights = isPlatformAdmin(caller) ? undefined : await loadRightsOf(trx, [caller.userId, id]);
  // Here and not after: a form in which only the roles were changed leaves the row itself as it is.
  await saveUserLinks(id, context);
  if (rights) refuseBeyond(ownRights(rights, caller), await rightsAsDrafted(trx, id, draft), rights.get(id));
}

/** A person's rights with what the row is about to say of tenants and departments in charge. */
async function rightsAsDrafted(trx: HookContext["trx"], id: string, draft: Row): Promise<Rights> {
  const rights = (await loadRightsOf(trx, [id])).get(id);
  if (!rights) throw new AppError("ROW_NOT_FOUND");
  const tops = Number(draft.userIdentity ?? 1) === 2 ? splitList(draft.departIds) : [];
  const charge = new Set(await departsBelow(trx, tops));
  return { ...rights, tenantIds: tenantsOrNone(draft.relTenantIds), charge };
}

/** The members of a department and of everything below it (`departId`), as far as the caller's tenant has them. */
async function membersBelow({ departId }: WireQuery, { caller, database, engine }: NarrowContext): Promise<Condition> {
  if (typeof departId !== "string" || departId === "") return always;
  const { rows } = await sql<{ id: string }>`
    select depart.id from sys_depart depart join sys_depart top on starts_with(depart.org_code, top.org_code)
    where top.id = ${departId} and ${engine.tenantRows("system/depart", caller, "depart")}`.execute(database);
  const ids = rows.map((row) => row.id);
  return linkedUsers(database, { table: "sys_user_depart", other: "dep_id" }, ids);
}

const userHooks: ModelHooks = {
  narrow: membersBelow,
  async beforeSave(draft, context) {
    const { before, trx } = context;
    if (before === undefined) {
      draft.status = 1;
      draft.delFlag = 0;
    } else {
      // The name is what sessions, logs and rules know a person by.
      draft.username = before.username;
    }
    keepTenants(draft, context);
    await refuseForeignCharge(draft, context);
    if (before === undefined) return;
    await changePerson(draft, context, before);
    notifyOnCommit(trx, authChannel, String(before.id));
  },
  afterSave: saveNew,
  async afterRead(rows, context) {
    await addLinks(rows, context);
    await addRefusals(rows, context);
    await addSecondFactors(rows, context);
  },
  async beforeDelete(rows, { caller, trx }) {
    await refuseLosingAdministrators(trx, caller, idsOf(rows));
    await refuseActing(trx, caller, idsOf(rows));
  },
  async afterDelete(rows, { trx }) {
    await endSessionsOf(trx, idsOf(rows));
    notifyOnCommit(trx, authChannel);
  },
  beforePurge: (rows, { caller, trx }) => refuseActing(trx, caller, idsOf(rows)),
  async afterPurge(rows, context) {
    const removal = { ...context, db: context.trx, models: context.engine.models };
    for (const table of ["sys_user_role", "sys_user_depart", "sys_depart_role_user"] as const) {
      await removeLinks(removal, table, sql`user_id = any(${sql.val(idsOf(rows))}::text[])`);
    }
    await context.trx.deleteFrom("sys_user_secret").where("user_id", "in", idsOf(rows)).execute();
    await removeSecondFactors(context.trx, idsOf(rows));
  },
  beforeRestore: (rows, { caller, trx }) => refuseActing(trx, caller, idsOf(rows)),
  afterRestore: (_rows, { trx }) => notifyOnCommit(trx, authChannel),
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/user": userHooks };
