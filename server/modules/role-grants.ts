import type { FastifyRequest } from "fastify";
import { callerOf } from "../auth/access.ts";
import { isAdminOnly } from "../auth/admin-only.ts";
import { type GrantTarget, grantedIds } from "../auth/grant-targets.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { ruleFaults } from "./grants/broken-rules.ts";
import { chosenRules, loadRules, type WireDataRule } from "./grants/data-rules-of.ts";
import { grantWords } from "./grants/grant-words.ts";
import { departsInCharge, holdingsOf } from "./grants/holdings.ts";
import { grantTree, loadMenuRecords } from "./grants/permission-tree.ts";
import { asMenuRule, ruleWords } from "./grants/rule-words.ts";
import { type GrantChange, type RuleChoice, saveGrants } from "./grants/save-grants.ts";

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
  },
] as const;

const maxIds = 5000;
const noRules = "未找到权限配置信息";

/** Menus, buttons and data rules granted to roles, departments and department roles. */
export const routes: RouteModule = (api, { db, engine, clock, newId }) => {
  /** Rules with their fields, operators and variables in words, and what is wrong with each. */
  const inWords = async (rules: readonly WireDataRule[]) => {
    const asked = rules.map(asMenuRule);
    const words = await ruleWords(db.kysely, engine.models, asked);
    const faults = await ruleFaults(db.kysely, engine.models, asked);
    return rules.map((rule, index) => ({ ...rule, ...words[index], fault: faults[index] ?? null }));
  };
  const homeOf = async ({ kind, id }: GrantTarget) => {
    if (kind !== "role") return null;
    const role = await db.kysely.selectFrom("sys_role").select("home_page").where("id", "=", id).executeTakeFirst();
    return role?.home_page ?? null;
  };

  api.get(
    "/sys/role/queryTreeList",
    { config: { permission: "system:role:list,system:depart:grant" } },
    async (request) => {
      const holdings = await holdingsOf(db.kysely, callerOf(request));
      // What no grant can hand on is not offered.
      const rows = (await loadMenuRecords(db.kysely)).filter(({ perms }) => !isAdminOnly(splitList(perms)));
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
      if (caller.isAdmin || target.kind !== "departRole") return owner;
      const own = await departsInCharge(db.kysely, caller.userId);
      if (!own.includes(String(owner.departId))) throw new AppError("ROW_NOT_FOUND");
      return owner;
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

    const save = async (request: FastifyRequest, body: Body, change: GrantChange) => {
      const giver = callerOf(request);
      const target = targetOf(body?.[family.key]);
      await engine.requireChangeable(family.model, target.id, giver);
      const { models } = engine;
      const done = await db.transaction((trx) =>
        saveGrants({ trx, giver, target, now: clock(), models, newId }, change),
      );
      const words = await grantWords(db.kysely, models, target, done);
      await writeOperationLog(db.kysely, request, giver, words, 3);
    };

    /** One call saves the whole: menus and buttons, and where they are named data rules and the home page. */
    api.post<{ Body: Body }>(family.save, { config: { permission: family.grant, stepUp: true } }, async (request) => {
      const { permissionIds, lastpermissionIds, dataRules, homePage } = request.body ?? {};
      await save(request, request.body, {
        wanted: readIdSet(permissionIds),
        last: lastpermissionIds === undefined ? undefined : readIdSet(lastpermissionIds),
        rules: readRules(dataRules),
        home: homePage === undefined ? undefined : homePage ? readText(homePage) : null,
      });
      return ok(null, "保存成功！");
    });

    /** The data rules of all menus with those that narrow the target, and its home page. */
    api.get<{ Querystring: Record<string, unknown> }>(
      family.rules,
      { config: { permission: family.list } },
      async (request) => {
        const target = targetOf(request.query[family.key]);
        const owner = await mayRead(request, target);
        const above: GrantTarget | undefined =
          family.kind === "departRole" ? { kind: "depart", id: String(owner.departId) } : undefined;
        const holdings = await holdingsOf(db.kysely, callerOf(request));
        return ok({
          datarule: await inWords(await loadRules(db.kysely)),
          checked: Object.fromEntries(await chosenRules(db.kysely, target)),
          /** What narrows whoever gives they hand on: these cannot be left out. */
          held: Object.fromEntries([...(holdings?.permissions ?? [])].map(([id, rules]) => [id, [...rules]])),
          /** What narrows its department narrows a department role too (decision 0086). */
          ofDepart: above ? Object.fromEntries(await chosenRules(db.kysely, above)) : {},
          homePage: await homeOf(target),
        });
      },
    );

    api.get<{ Params: { permissionId: string; id: string } }>(
      `${family.rules}${family.rulesParams}`,
      { config: { permission: family.list } },
      async (request) => {
        const target = targetOf(request.params.id);
        await mayRead(request, target);
        const { permissionId } = request.params;
        const rules = await loadRules(db.kysely, permissionId);
        if (rules.length === 0) throw refuse(noRules);
        const checked = (await chosenRules(db.kysely, target)).get(permissionId) ?? [];
        return ok({ datarule: await inWords(rules), drChecked: checked.join(",") });
      },
    );

    // Recorded clients put a button's id into the path as it is; what follows its "#" never arrives. Buttons have no
    // rules.
    api.get(`${family.rules}/:permissionId`, { config: { permission: family.list } }, async () => {
      throw refuse(noRules);
    });

    api.post<{ Body: Body }>(family.rules, { config: { permission: family.grant, stepUp: true } }, async (request) => {
      const permissionId = readText(request.body?.permissionId);
      const rule = { permissionId, wanted: readIdSet(request.body?.dataRuleIds), last: undefined };
      await save(request, request.body, { wanted: new Set(), last: new Set(), rules: [rule] });
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

/** `[{permissionId, dataRuleIds, lastDataRuleIds?}]`: the menus whose rules were touched. */
function readRules(value: unknown): readonly RuleChoice[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > maxIds) throw refuse("参数不识别！");
  return value.map((one: unknown) => {
    const { permissionId, dataRuleIds, lastDataRuleIds } = readRowBody(one);
    return {
      permissionId: readText(permissionId),
      wanted: readIdSet(dataRuleIds),
      last: lastDataRuleIds === undefined ? undefined : readIdSet(lastDataRuleIds),
    };
  });
}
