import { decideAction } from "../../runtime/permission/action.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import { type GrantTarget, grantedIds } from "../auth/grant-targets.ts";
import { writeOperationLog } from "../auth/sign-in-log.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { readId, readRowBody } from "../models/engine-parts.ts";
import { chosenRules, loadRules } from "./grants/data-rules-of.ts";
import { effectiveRights, inMenuOrder, pathsOf } from "./grants/effective-rights.ts";
import { grantWords } from "./grants/grant-words.ts";
import { loadMenuRecords } from "./grants/permission-tree.ts";
import { ruleSentences } from "./grants/rule-words.ts";
import { saveGrants } from "./grants/save-grants.ts";

interface RightsQuery {
  readonly userId?: string;
  readonly roleId?: string;
  readonly otherId?: string;
  readonly path?: string;
  readonly state?: string;
  readonly pageNo?: string;
  readonly pageSize?: string;
}

/** What a person may do in the end, what two roles grant, and a role made like another. */
export const routes: RouteModule = (api, { db, engine, clock, newId }) => {
  const sentences = async () => ruleSentences(db.kysely, engine.models, await loadRules(db.kysely));

  api.get<{ Querystring: RightsQuery }>(
    "/sys/permission/effective",
    { config: { permission: "system:user:why,system:right:list", isExplanation: true } },
    async (request) => {
      // The page opens before a person is chosen.
      if (!request.query.userId) return ok(pageOf([], request.query));
      const userId = readId(request.query.userId);
      // Who may not see the user learns nothing about them.
      await engine.queryById("system/user", userId, callerOf(request));
      const sentenceOf = await sentences();
      const rows = (await effectiveRights(db.kysely, userId)).map(({ held, sources, rules, ...row }) => ({
        ...row,
        state: held ? "1" : "0",
        sources: sources.join("、") || "没有任何角色授予",
        rules: rules.flatMap((id) => sentenceOf.get(id) ?? []).join("、") || null,
      }));
      return ok(pageOf(rows, request.query));
    },
  );

  /** Two roles side by side, menu by menu. */
  api.get<{ Querystring: RightsQuery }>(
    "/sys/role/compare",
    { config: { permission: "system:role:list" } },
    async (request) => {
      const { roleId, otherId } = request.query;
      if (!otherId) return ok(pageOf([], request.query));
      const [own, other] = [
        await wordsOf(readId(roleId), callerOf(request)),
        await wordsOf(otherId, callerOf(request)),
      ];
      const menus = await loadMenuRecords(db.kysely);
      const pathOf = pathsOf(menus);
      const rows = inMenuOrder(menus).flatMap(({ id, menuType }) => {
        const [mine, others] = [own(id), other(id)];
        if (mine === null && others === null) return [];
        return [{ id, path: pathOf(id), menuType, mine, others, state: mine === others ? "1" : "0" }];
      });
      return ok(pageOf(rows, request.query));
    },
  );

  /** A new role that grants what another does; the same rules as for granting each thing by hand. */
  api.post("/sys/role/copy", { config: { permission: "system:role:grant", stepUp: true } }, async (request) => {
    const giver = callerOf(request);
    if (!decideAction(giver, "system:role:add").allowed) throw new AppError("FORBIDDEN");
    const { roleId, roleName, roleCode, description } = readRowBody(request.body);
    const from = await engine.queryById("system/role", readId(roleId), giver);
    const source: GrantTarget = { kind: "role", id: String(from.id) };
    const { target, done } = await db.transaction(async (trx) => {
      const body = { roleName, roleCode, description: description ?? from.description };
      const made = await engine.add("system/role", body, giver, { trx });
      const copy: GrantTarget = { kind: "role", id: String(made.id) };
      const rules = [...(await chosenRules(trx, source))].flatMap(([permissionId, ids]) =>
        ids.length > 0 ? [{ permissionId, wanted: new Set(ids), last: undefined }] : [],
      );
      const change = {
        ...{ wanted: new Set(await grantedIds(trx, source)), last: new Set<string>() },
        ...{ rules, home: from.homePage ? String(from.homePage) : null },
      };
      const { models } = engine;
      return {
        target: copy,
        done: await saveGrants({ trx, giver, target: copy, now: clock(), models, newId }, change),
      };
    });
    const words = await grantWords(db.kysely, engine.models, target, done);
    await writeOperationLog(db.kysely, request, giver, `复制角色 ${from.roleName}（${from.roleCode}）：${words}`, 2);
    return ok({ id: target.id }, "复制成功！");
  });

  /** What a role grants of a menu: null for nothing, else in words with the rules that narrow it. */
  async function wordsOf(roleId: string, caller: Caller) {
    await engine.queryById("system/role", roleId, caller);
    const sentenceOf = await sentences();
    const links = await chosenRules(db.kysely, { kind: "role", id: roleId });
    return (menu: string): string | null => {
      const rules = links.get(menu);
      if (!rules) return null;
      return rules.length === 0
        ? "已授权"
        : `已授权，数据规则：${rules.flatMap((id) => sentenceOf.get(id) ?? []).join("、")}`;
    };
  }
};

/** One page of rows that are made here, narrowed as a list's conditions ask. */
function pageOf<Row extends { readonly path: string; readonly state: string }>(
  rows: readonly Row[],
  query: RightsQuery,
) {
  const word = (query.path ?? "").replaceAll("*", "");
  const found = rows.filter(({ path, state }) => path.includes(word) && (!query.state || state === query.state));
  const size = Math.min(500, Math.max(1, Number(query.pageSize) || 10));
  const current = Math.max(1, Math.floor(Number(query.pageNo) || 1));
  const records = found.slice((current - 1) * size, current * size);
  return { records, total: found.length, size, current, pages: Math.ceil(found.length / size) };
}
