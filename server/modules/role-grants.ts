import type { FastifyRequest } from "fastify";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ruleFaults } from "../grants/broken-rules.ts";
import { departsInCharge, holdingsOf } from "../grants/holdings.ts";
import { grantTree, loadMenuRecords } from "../grants/permission-tree.ts";
import { dataRulesOf, type GrantTarget, grantedIds, saveDataRules, saveGrants } from "../grants/save-grants.ts";
import { callerOf } from "../http/access.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../query/refusal.ts";

type Body = Readonly<Record<string, unknown>> | undefined;

/** What each kind of grant is called on the wire (contract 02 §2.2, §2.5). */
const families = [
  {
    kind: "role",
    model: "system/role",
    key: "roleId",
    read: "/sys/permission/queryRolePermission",
    save: "/sys/permission/saveRolePermission",
    rules: "/sys/role/datarule",
    rulesParams: "/:permissionId/:id",
    list: "system:role:list",
    grant: "system:role:grant",
    title: "角色",
  },
  {
    kind: "depart",
    model: "system/depart",
    key: "departId",
    read: "/sys/permission/queryDepartPermission",
    save: "/sys/permission/saveDepartPermission",
    rules: "/sys/sysDepartPermission/datarule",
    rulesParams: "/:permissionId/:id",
    list: "system:depart:grant",
    grant: "system:depart:grant",
    title: "部门",
  },
  {
    kind: "departRole",
    model: "system/depart-role",
    key: "roleId",
    read: "/sys/sysDepartPermission/queryDeptRolePermission",
    save: "/sys/sysDepartPermission/saveDeptRolePermission",
    rules: "/sys/sysDepartRole/datarule",
    rulesParams: "/:permissionId/:departId/:id",
    list: "system:depart-role:list",
    grant: "system:depart-role:grant",
    title: "部门角色",
  },
] as const;

const maxIds = 5000;
const noRules = "未找到权限配置信息";

/** Menus, buttons and data rules granted to roles, departments and department roles. */
export const routes: RouteModule = (api, { db, engine, clock }) => {
  api.get(
    "/sys/role/queryTreeList",
    { config: { permission: "system:role:list,system:depart:grant" } },
    async (request) => {
      const holdings = await holdingsOf(db.kysely, callerOf(request));
      const rows = await loadMenuRecords(db.kysely);
      return ok(grantTree(rows, (id) => holdings?.permissions.has(id) ?? true));
    },
  );

  api.get<{ Querystring: { departId?: string } }>(
    "/sys/sysDepartPermission/queryTreeListForDeptRole",
    { config: { permission: "system:depart-role:list" } },
    async (request) => {
      const caller = callerOf(request);
      const departId = request.query.departId ?? "";
      if (departId !== "") await engine.queryById("system/depart", departId, caller);
      const holdings = await holdingsOf(db.kysely, caller);
      const allowed = new Set(await grantedIds(db.kysely, { kind: "depart", id: departId }));
      const rows = (await loadMenuRecords(db.kysely)).filter((row) => allowed.has(row.id));
      return ok(grantTree(rows, (id) => holdings?.permissions.has(id) ?? true));
    },
  );

  for (const family of families) {
    const targetOf = (id: unknown): GrantTarget => ({ kind: family.kind, id: readText(id) });
    const mayRead = async (request: FastifyRequest, target: GrantTarget) => {
      const caller = callerOf(request);
      const owner = await engine.queryById(family.model, target.id, caller);
      if (caller.isAdmin || target.kind !== "departRole") return;
      const own = await departsInCharge(db.kysely, caller.userId);
      if (!own.includes(String(owner.departId))) throw new AppError("ROW_NOT_FOUND");
    };

    api.get<{ Querystring: Record<string, unknown> }>(
      family.read,
      { config: { permission: family.list } },
      async (request) => {
        const target = targetOf(request.query[family.key]);
        await mayRead(request, target);
        return ok(await grantedIds(db.kysely, target));
      },
    );

    api.post<{ Body: Body }>(family.save, { config: { permission: family.grant } }, async (request) => {
      const caller = callerOf(request);
      const target = targetOf(request.body?.[family.key]);
      await engine.requireChangeable(family.model, target.id, caller);
      const { permissionIds, lastpermissionIds } = request.body ?? {};
      const wanted = readIdSet(permissionIds);
      const last = lastpermissionIds === undefined ? undefined : readIdSet(lastpermissionIds);
      const done = await db.transaction((trx) => saveGrants(trx, caller, target, { wanted, last }, clock()));
      const text = `${family.title} ${target.id} 授权：新增 ${done.given} 项，移除 ${done.taken} 项`;
      await writeOperationLog(db.kysely, request, caller, text, 3);
      return ok(null, "保存成功！");
    });

    api.get<{ Params: { permissionId: string; id: string } }>(
      `${family.rules}${family.rulesParams}`,
      { config: { permission: family.list } },
      async (request) => {
        const target = targetOf(request.params.id);
        await mayRead(request, target);
        const { datarule, drChecked } = await dataRulesOf(db.kysely, target, request.params.permissionId);
        if (datarule.length === 0) throw refuse(noRules);
        const faults = await ruleFaults(
          db.kysely,
          engine.models,
          datarule.map((rule) => ({
            permissionId: rule.permissionId,
            column: String(rule.ruleColumn ?? ""),
            condition: String(rule.ruleConditions ?? ""),
            value: String(rule.ruleValue ?? ""),
          })),
        );
        return ok({ datarule: datarule.map((rule, index) => ({ ...rule, fault: faults[index] ?? null })), drChecked });
      },
    );

    // Recorded clients put a button's id into the path as it is; what follows its "#" never arrives. Buttons have no rules.
    api.get(`${family.rules}/:permissionId`, { config: { permission: family.list } }, async () => {
      throw refuse(noRules);
    });

    api.post<{ Body: Body }>(family.rules, { config: { permission: family.grant } }, async (request) => {
      const caller = callerOf(request);
      const target = targetOf(request.body?.[family.key]);
      await engine.requireChangeable(family.model, target.id, caller);
      const permissionId = readText(request.body?.permissionId);
      const ruleIds = [...readIdSet(request.body?.dataRuleIds)];
      await db.transaction((trx) => saveDataRules(trx, caller, target, permissionId, ruleIds));
      const text = `${family.title} ${target.id} 的菜单 ${permissionId} 数据规则：${ruleIds.length} 条`;
      await writeOperationLog(db.kysely, request, caller, text, 3);
      return ok(null, "保存成功!");
    });
  }
};

function readText(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > 200) throw refuse("参数不识别！");
  return value;
}

function readIdSet(value: unknown): ReadonlySet<string> {
  if (value !== undefined && value !== null && typeof value !== "string") throw refuse("参数不识别！");
  const ids = splitList(value);
  if (ids.length > maxIds) throw refuse("参数不识别！");
  return new Set(ids);
}
