import type { Queryable } from "../../db/database.ts";
import type { PermissionRow } from "./menu-payload.ts";

/** Every menu and button row that is not deleted, in menu order. */
export async function loadPermissionRows(db: Queryable): Promise<PermissionRow[]> {
  const rows = await db
    .selectFrom("sys_permission")
    .select([
      "id",
      "parent_id",
      "name",
      "menu_type",
      "url",
      "component",
      "component_name",
      "redirect",
      "perms",
      "perms_type",
      "status",
      "icon",
      "is_route",
      "keep_alive",
      "hidden",
      "always_show",
      "internal_or_external",
      "hide_tab",
    ])
    .where((eb) => eb.or([eb("del_flag", "=", 0), eb("del_flag", "is", null)]))
    .orderBy("sort_no")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    parentId: text(row.parent_id),
    name: text(row.name),
    menuType: Number(row.menu_type),
    url: text(row.url),
    component: text(row.component),
    componentName: text(row.component_name),
    redirect: text(row.redirect),
    perms: text(row.perms),
    permsType: text(row.perms_type) || "1",
    status: text(row.status) || "1",
    icon: text(row.icon),
    route: row.is_route !== false,
    keepAlive: row.keep_alive === true,
    hidden: row.hidden === true,
    alwaysShow: row.always_show === true,
    internalOrExternal: row.internal_or_external === true,
    hideTab: row.hide_tab === true,
  }));
}

function text(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
