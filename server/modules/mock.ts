import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";

interface PageQuery {
  readonly pageNo?: string;
  readonly pageSize?: string;
}

const actionTitles = { add: "新增", query: "查询", get: "详情", update: "修改", delete: "删除" } as const;

/**
 * The sample calls of the console (shell §7): users, roles, services and permissions in the page shape of its sample
 * pages, `{data, pageSize, pageNo, totalPage, totalCount}`. Users, roles and permissions are the stored ones.
 */
export const routes: RouteModule = (api, { db, engine }) => {
  api.get<{ Querystring: PageQuery }>(
    "/mock/api/user",
    { config: { permission: "system:user:list" } },
    async (request) => {
      const { rows } = await sql<
        Record<string, unknown>
      >`select id, username, realname, status, create_time from sys_user
        where ${engine.tenantRows("system/user", callerOf(request))} order by username`.execute(db.kysely);
      const users = rows.map((row) => ({
        id: row.id,
        name: row.realname,
        username: row.username,
        status: Number(row.status),
        createTime: row.create_time,
        deleted: 0,
      }));
      return ok(pageOf(users, request.query));
    },
  );

  api.get<{ Querystring: PageQuery }>(
    "/mock/api/role",
    { config: { permission: "system:role:list" } },
    async (request) => {
      const { rows } = await sql<
        Record<string, unknown>
      >`select id, role_code, role_name, description, create_by, create_time
        from sys_role where ${engine.tenantRows("system/role", callerOf(request))} order by role_code`.execute(
        db.kysely,
      );
      const permissions = (await menus()).slice(0, 20);
      const roles = rows.map((row) => ({
        id: row.role_code,
        name: row.role_name,
        describe: row.description ?? "",
        status: 1,
        creatorId: row.create_by ?? "system",
        createTime: row.create_time,
        deleted: 0,
        permissions: permissions.map((menu) => ({
          roleId: row.role_code,
          permissionId: menu.id,
          permissionName: menu.name,
          actions: JSON.stringify(menu.actionData),
          actionEntitySet: menu.actionData,
          actionList: null,
          dataAccess: null,
        })),
      }));
      return ok(pageOf(roles, request.query));
    },
  );

  api.get<{ Querystring: PageQuery }>(
    "/mock/api/service",
    { config: { permission: "system:permission:list" } },
    async (request) => {
      const services = (await menus()).map((menu, index) => ({
        key: index + 1,
        id: index + 1,
        no: `No ${index + 1}`,
        description: menu.name,
        callNo: 0,
        status: index % 4,
        updatedAt: menu.createTime,
        editable: false,
      }));
      return ok(pageOf(services, request.query));
    },
  );

  const permission = { config: { permission: "system:permission:list" } };
  api.get<{ Querystring: PageQuery }>("/mock/api/permission", permission, async (request) =>
    ok(pageOf(await menus(), request.query)),
  );
  api.get("/mock/api/permission/no-pager", permission, async () => ok(await menus()));

  async function menus() {
    const { rows } = await sql<Record<string, unknown>>`select id, name, description, create_time from sys_permission
      where menu_type = 1 and coalesce(del_flag, 0) = 0 order by sort_no, id`.execute(db.kysely);
    const actionData = Object.entries(actionTitles).map(([action, describe]) => ({
      action,
      describe,
      defaultCheck: false,
    }));
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      describe: row.description ?? "",
      status: 1,
      actionData,
      sptDa: null,
      deleted: 0,
      parents: null,
      createTime: row.create_time,
    }));
  }
};

/** One page; page numbers from 1, at most 100 rows. */
function pageOf<Item>(rows: readonly Item[], query: PageQuery) {
  const pageSize = Math.min(100, Math.max(1, Math.trunc(Number(query.pageSize ?? 10)) || 10));
  const pageNo = Math.max(1, Math.trunc(Number(query.pageNo ?? 1)) || 1);
  const from = (pageNo - 1) * pageSize;
  return {
    data: rows.slice(from, from + pageSize),
    pageSize,
    pageNo,
    totalPage: Math.ceil(rows.length / pageSize),
    totalCount: rows.length,
  };
}
