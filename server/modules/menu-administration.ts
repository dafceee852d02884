import { sql } from "kysely";
import { callerOf } from "../auth/access.ts";
import { splitList } from "../auth/user-store.ts";
import type { RouteModule } from "../context.ts";
import { ok } from "../http/envelope.ts";
import { refuse } from "../http/refusal.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { modelsOfMenus } from "./grants/broken-rules.ts";
import { loadMenuRecords, menuTree, treeOf } from "./grants/permission-tree.ts";

const layouts = [
  { value: "layouts/RouteView", text: "菜单目录" },
  { value: "layouts/IframePageView", text: "内嵌网页" },
];

type Query = Readonly<Record<string, string | undefined>>;

/** Menus, buttons and their data rules as the administration reads them (contract 02 §2.3, §2.4). */
export const routes: RouteModule = (api, { db, engine, documents }) => {
  const list = { config: { permission: "system:permission:list" } };

  /** Recorded clients ask for the whole tree; the console's own list asks page by page. */
  api.get<{ Querystring: Query }>("/sys/permission/list", list, async (request) => {
    if (request.query.pageNo) return ok(await engine.list("system/permission", request.query, callerOf(request)));
    const rows = await loadMenus();
    return ok(trimmed(treeOf(rows, ({ id, ...row }) => ({ id, key: id, title: row.name, ...row }))));
  });

  api.get("/sys/permission/getSystemMenuList", list, async () =>
    ok(levelOf(await loadMenus(), (row) => row.menuType === 0)),
  );

  api.get<{ Querystring: Query }>("/sys/permission/getSystemSubmenu", list, async (request) =>
    ok(levelOf(await loadMenus(), (row) => row.parentId === (request.query.parentId ?? ""))),
  );

  api.get<{ Querystring: Query }>("/sys/permission/getSystemSubmenuBatch", list, async (request) => {
    const rows = await loadMenus();
    const parents = splitList(request.query.parentIds).slice(0, 1000);
    return ok(Object.fromEntries(parents.map((id) => [id, levelOf(rows, (row) => row.parentId === id)])));
  });

  api.get("/sys/permission/queryTreeList", list, async () => ok(menuTree(await loadMenuRecords(db.kysely))));

  api.get<{ Querystring: Query }>("/sys/permission/queryListAsync", list, async (request) => {
    const rows = await loadMenuRecords(db.kysely);
    const level = rows.filter((row) => row.parentId === (request.query.pid ?? ""));
    const { treeList } = menuTree(level);
    return ok(treeList.map((node) => ({ ...node, isLeaf: !rows.some((row) => row.parentId === node.key) })));
  });

  api.get<{ Querystring: Query }>("/sys/permission/checkPermDuplication", list, async (request) => {
    const { id = "", url = "" } = request.query;
    const rows = await loadMenus();
    const taken = rows.some((row) => row.id !== id && row.url === url && row.menuType !== 2);
    if (taken) throw refuse("该值不可用，系统中已存在！");
    return ok(true, "该值可用！");
  });

  /** What a menu may show: the documents, a group of menus, an address of another site. */
  api.get("/sys/permission/components", list, async () => {
    const { screens: documented } = documents.current;
    const screens = [...documented].map(([id, { menu, title, model }]) => {
      const ofModel = typeof model === "string" ? engine.models.get(model)?.title : undefined;
      return { value: `schema:${id}`, text: menu?.title ?? title ?? ofModel ?? id };
    });
    return ok([...layouts, ...screens.sort((a, b) => a.value.localeCompare(b.value))]);
  });

  /** The fields that a data rule of a menu may compare. */
  api.get<{ Querystring: Query }>(
    "/sys/permission/ruleColumns",
    { config: { permission: "system:data-rule:list" } },
    async (request) => {
      const id = request.query.permissionId ?? "";
      const models = (await modelsOfMenus(db.kysely, engine.models, [id]))(id);
      const fields = new Map(
        models.flatMap((model) => [...model.fields.values()].map(({ name, title }) => [name, title])),
      );
      return ok([...fields].map(([value, text]) => ({ value, text })));
    },
  );

  /** Data rules: the rows of the model system/data-rule under the names of the contract. */
  api.get<{ Querystring: Query }>("/sys/permission/getPermRuleListByPermId", list, async (request) =>
    ok(await rulesOf(request.query.permissionId, {}, callerOf(request))),
  );
  api.get<{ Querystring: Query }>("/sys/permission/queryPermissionRule", list, async (request) => {
    const { permissionId, ruleName, ruleValue } = request.query;
    const filters = {
      ...(ruleName ? { ruleName: `*${ruleName}*` } : {}),
      ...(ruleValue ? { ruleValue: `*${ruleValue}*` } : {}),
    };
    return ok(await rulesOf(permissionId, filters, callerOf(request)));
  });
  const rule = (action: string) => ({ config: { permission: `system:data-rule:${action}` } });
  api.post("/sys/permission/addPermissionRule", rule("add"), async (request) =>
    ok(await engine.add("system/data-rule", readRowBody(request.body), callerOf(request)), "添加成功！"),
  );
  const editRule = async (request: Parameters<typeof callerOf>[0]) =>
    ok(await engine.edit("system/data-rule", readRowBody(request.body), callerOf(request)), "修改成功!");
  api.put("/sys/permission/editPermissionRule", rule("edit"), editRule);
  api.post("/sys/permission/editPermissionRule", rule("edit"), editRule);
  api.delete<{ Querystring: Query }>("/sys/permission/deletePermissionRule", rule("delete"), async (request) => {
    await engine.remove("system/data-rule", [request.query.id ?? ""], callerOf(request));
    return ok(null, "删除成功!");
  });

  async function rulesOf(permissionId: string | undefined, filters: Query, caller: ReturnType<typeof callerOf>) {
    if (!permissionId) throw refuse("参数不识别！");
    const query = { ...filters, permissionId, pageNo: "1", pageSize: "1000", column: "createTime", order: "asc" };
    return (await engine.list("system/data-rule", query, caller)).records;
  }

  async function loadMenus() {
    const { rows } = await sql<Record<string, unknown>>`
      select id, parent_id, name, perms, perms_type, icon, component, component_name, url, redirect, sort_no, menu_type,
        is_route, keep_alive, description, always_show, hidden, status, internal_or_external, hide_tab, rule_flag
      from sys_permission where coalesce(del_flag, 0) = 0 order by sort_no, id`.execute(db.kysely);
    return rows.map((row) => ({
      id: String(row.id),
      parentId: String(row.parent_id ?? ""),
      name: String(row.name ?? ""),
      perms: row.perms ?? null,
      permsType: row.perms_type ?? "1",
      icon: row.icon ?? null,
      component: row.component ?? null,
      componentName: row.component_name ?? null,
      url: row.url ?? null,
      redirect: row.redirect ?? null,
      sortNo: Number(row.sort_no ?? 0),
      menuType: Number(row.menu_type),
      route: row.is_route === true,
      keepAlive: row.keep_alive === true,
      description: row.description ?? null,
      delFlag: 0,
      alwaysShow: row.always_show === true,
      hidden: row.hidden === true,
      status: row.status ?? "1",
      internalOrExternal: row.internal_or_external === true,
      hideTab: row.hide_tab === true,
      ruleFlag: Number(row.rule_flag ?? 0),
    }));
  }
};

/** Only nodes with something below them carry `children`. */
function trimmed(nodes: readonly { readonly isLeaf: boolean; readonly children: readonly object[] }[]): unknown[] {
  return nodes.map(({ children, ...node }) =>
    node.isLeaf ? node : { ...node, children: trimmed(children as Parameters<typeof trimmed>[0]) },
  );
}

interface LevelRow {
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
}

/** One level of the tree. `children` is an empty list where something is below: recorded clients open only such rows. */
function levelOf<Row extends LevelRow>(rows: readonly Row[], isWanted: (row: Row) => boolean) {
  const parents = new Set(rows.map((row) => row.parentId));
  return rows.filter(isWanted).map((row) => {
    const node = { ...row, key: row.id, title: row.name, isLeaf: !parents.has(row.id) };
    return node.isLeaf ? node : { ...node, children: [] };
  });
}
