import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { callerOf } from "../auth/access.ts";
import { ownerName } from "../auth/grant-targets.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import type { WireQuery } from "../models/query/parse-list-query.ts";
import { departsBelow, departsInCharge } from "./grants/holdings.ts";
import { linkedUsers } from "./users/linked-users.ts";
import { addMembers, type Membership, removeMembers } from "./users/membership.ts";
import { personName } from "./users/person-name.ts";

type Query = Readonly<Record<string, string | undefined>>;
type Body = Readonly<Record<string, unknown>> | undefined;

const maxUsers = 1000;
const ownerModels = { role: "system/role", depart: "system/depart", departRole: "system/depart-role" } as const;
const memberLinks = {
  role: { table: "sys_user_role", other: "role_id" },
  depart: { table: "sys_user_depart", other: "dep_id" },
} as const;

/** Users as members of roles, departments and department roles (contract 02 §2.1, §2.5). */
export const routes: RouteModule = (api, { db, engine, clock }) => {
  const list = { config: { permission: "system:user:list" } };
  const edit = { config: { permission: "system:user:edit" } };
  // Who is in charge of departments works on "my departments" only; each call checks the department.
  const listDepart = { config: { permission: "system:user:list,system:my-depart:list" } };
  const editDepart = { config: { permission: "system:user:edit,system:my-depart:edit" } };

  api.get<{ Querystring: Query }>("/sys/user/queryUserRole", list, async (request) => {
    const id = readId(request.query.userid ?? request.query.userId);
    const caller = callerOf(request);
    await engine.queryById("system/user", id, caller);
    const { rows } = await sql<{ role_id: string }>`select link.role_id from sys_user_role link
      join sys_role role on role.id = link.role_id
      where link.user_id = ${id} and ${engine.tenantRows("system/role", caller, "role")}`.execute(db.kysely);
    if (rows.length === 0) throw refuse("未找到用户相关角色信息");
    return ok(rows.map((row) => String(row.role_id)));
  });

  api.get<{ Querystring: Query }>("/sys/user/userDepartList", list, async (request) => {
    const id = readId(request.query.userId ?? request.query.userid);
    const caller = callerOf(request);
    await engine.queryById("system/user", id, caller);
    const rows = await db.kysely
      .selectFrom("sys_user_depart as link")
      .innerJoin("sys_depart as depart", "depart.id", "link.dep_id")
      .select(["depart.id", "depart.depart_name"])
      .where("link.user_id", "=", id)
      .where(engine.tenantRows("system/depart", caller, "depart"))
      .orderBy("depart.org_code")
      .execute();
    if (rows.length === 0) throw refuse("查找失败");
    return ok(
      rows.map((row) => ({
        key: String(row.id),
        value: String(row.id),
        title: String(row.depart_name ?? ""),
        children: [],
      })),
    );
  });

  api.get("/sys/user/generateUserId", { config: { permission: "system:user:add" } }, async () =>
    ok(randomUUID().replaceAll("-", "")),
  );

  api.get<{ Querystring: Query }>("/sys/user/userRoleList", list, async (request) => {
    const { roleId, ...query } = request.query;
    return ok(await membersOf("role", [readId(roleId)], query, callerOf(request)));
  });

  api.get<{ Querystring: Query }>("/sys/user/departUserList", listDepart, async (request) => {
    const caller = callerOf(request);
    const { depId, ...query } = request.query;
    const own = await departsInCharge(db.kysely, caller.userId);
    if (!depId) return ok(await membersOf("depart", own, query, caller));
    if (!caller.permissions.has("system:user:list") && !caller.isAdmin && !own.includes(depId)) {
      throw new AppError("FORBIDDEN");
    }
    return ok(await membersOf("depart", await departsBelow(db.kysely, [depId]), query, caller));
  });

  async function membersOf(
    kind: "role" | "depart",
    owners: readonly string[],
    query: Query,
    caller: ReturnType<typeof callerOf>,
  ) {
    const { username, ...others } = query;
    const wire: WireQuery = { column: "username", order: "asc", ...others, ...like("username", username) };
    return engine.list("system/user", wire, caller, await linkedUsers(db.kysely, memberLinks[kind], owners));
  }

  const change = async (
    request: Parameters<typeof callerOf>[0],
    action: "add" | "remove",
    kind: Membership,
    owner: unknown,
    users: unknown,
  ) => {
    const caller = callerOf(request);
    const [ownerId, userIds] = [readId(owner), readUsers(users)];
    const ownerRow = await engine.queryById(ownerModels[kind], ownerId, caller);
    const people: Row[] = [];
    for (const id of userIds) {
      people.push(await engine.queryById("system/user", id, caller).catch(() => refuseUnknown()));
    }
    await db.transaction(async (trx) => {
      const work = { trx, caller, models: engine.models, now: clock() };
      await (action === "add" ? addMembers : removeMembers)(work, kind, ownerId, userIds);
    });
    const text = `${ownerName(kind, ownerRow)}${action === "add" ? "添加" : "移除"}用户 ${people.map(personName).join("、")}`;
    await writeOperationLog(db.kysely, request, caller, text, action === "add" ? 2 : 4);
    return ok(null, action === "add" ? "添加成功！" : "删除成功!");
  };

  api.post<{ Body: Body }>("/sys/user/addSysUserRole", edit, (request) =>
    change(request, "add", "role", request.body?.roleId, request.body?.userIdList),
  );
  api.delete<{ Querystring: Query }>("/sys/user/deleteUserRole", edit, (request) =>
    change(request, "remove", "role", request.query.roleId, request.query.userId),
  );
  api.delete<{ Querystring: Query }>("/sys/user/deleteUserRoleBatch", edit, (request) =>
    change(request, "remove", "role", request.query.roleId, request.query.userIds),
  );
  api.post<{ Body: Body }>("/sys/user/editSysDepartWithUser", editDepart, (request) =>
    change(request, "add", "depart", request.body?.depId, request.body?.userIdList),
  );
  api.delete<{ Querystring: Query }>("/sys/user/deleteUserInDepart", editDepart, (request) =>
    change(request, "remove", "depart", request.query.depId, request.query.userId),
  );
  api.delete<{ Querystring: Query }>("/sys/user/deleteUserInDepartBatch", editDepart, (request) =>
    change(request, "remove", "depart", request.query.depId, request.query.userIds),
  );

  /** The recycle bin in the recorded words; the console uses the family's own calls. */
  const bin = { config: { permission: "system:user:delete" } };
  api.get("/sys/user/recycleBin", bin, async (request) =>
    ok(await engine.listDeleted("system/user", callerOf(request))),
  );
  api.put<{ Body: Body }>("/sys/user/putRecycleBin", bin, async (request) => {
    await engine.restore("system/user", readUsers(request.body?.userIds), callerOf(request));
    return ok(null, "还原成功");
  });
  api.delete<{ Querystring: Query }>("/sys/user/deleteRecycleBin", bin, async (request) => {
    await engine.purge("system/user", readUsers(request.query.userIds), callerOf(request));
    return ok(null, "删除成功");
  });

  /** Roles of one department that a user has, and giving them (contract 02 §2.5). */
  const departRole = { config: { permission: "system:depart-role:list" } };
  api.get<{ Querystring: Query }>("/sys/sysDepartRole/getDeptRoleList", departRole, async (request) => {
    const page = await engine.list(
      "system/depart-role",
      { departId: readId(request.query.departId), pageNo: "1", pageSize: "1000" },
      callerOf(request),
    );
    return ok(page.records);
  });
  api.get<{ Querystring: Query }>("/sys/sysDepartRole/getDeptRoleByUserId", departRole, async (request) => {
    const { rows } = await sql<{ id: string; user_id: string; drole_id: string }>`
      select link.id, link.user_id, link.drole_id from sys_depart_role_user link
      join sys_depart_role role on role.id = link.drole_id
      where link.user_id = ${readId(request.query.userId)} and role.depart_id = ${readId(request.query.departId)}
        and ${engine.tenantRows("system/depart-role-user", callerOf(request), "link")}
      order by link.drole_id`.execute(db.kysely);
    return ok(rows.map((row) => ({ id: row.id, userId: row.user_id, droleId: row.drole_id })));
  });
  api.post<{ Body: Body }>(
    "/sys/sysDepartRole/deptRoleUserAdd",
    { config: { permission: "system:depart-role:edit" } },
    async (request) => {
      const caller = callerOf(request);
      const { newRoleId, oldRoleId, userId } = request.body ?? {};
      const [wanted, had] = [new Set(splitList(newRoleId)), new Set(splitList(oldRoleId))];
      const user = readId(userId);
      const person = await engine.queryById("system/user", user, caller);
      const roles = new Map<string, string>();
      for (const id of [...wanted, ...had]) {
        roles.set(id, ownerName("departRole", await engine.queryById(ownerModels.departRole, id, caller)));
      }
      await db.transaction(async (trx) => {
        const work = { trx, caller, models: engine.models, now: clock() };
        for (const id of wanted) if (!had.has(id)) await addMembers(work, "departRole", id, [user]);
        for (const id of had) if (!wanted.has(id)) await removeMembers(work, "departRole", id, [user]);
      });
      await writeOperationLog(
        db.kysely,
        request,
        caller,
        `用户 ${personName(person)} 的部门角色：${[...wanted].map((id) => roles.get(id)).join("、") || "无"}`,
        3,
      );
      return ok(null, "添加成功！");
    },
  );
};

function like(name: string, text: string | undefined): WireQuery {
  if (!text) return {};
  return { [name]: /[,*!]/.test(text) ? text : `*${text}*` };
}

function readId(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > 64) throw refuse("参数不识别！");
  return value;
}

function readUsers(value: unknown): readonly string[] {
  const ids = [...new Set(Array.isArray(value) ? value.map(readId) : splitList(value))];
  if (ids.length === 0 || ids.length > maxUsers) throw refuse("参数不识别！");
  return ids;
}

function refuseUnknown(): never {
  throw refuse("用户不存在！");
}
