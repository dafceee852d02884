import { refuse, refuseField } from "../http/refusal.ts";
import type { Draft, ModelHooks } from "../models/hooks.ts";
import { announce, refuseStaff } from "./grant-changes.ts";

const buttonType = 2;

/**
 * Addresses and components as the contract stores them (02 §2.3): an address starts with a slash unless it leads
 * outside, a component is a name without folder and suffix, a group without one is a plain layout.
 */
export function normaliseMenu(draft: Draft): void {
  const type = Number(draft.menuType ?? 0);
  const url = String(draft.url ?? "").trim();
  if (type === buttonType) {
    draft.url = url;
    draft.component = "";
    return;
  }
  if (url === "") throw refuseField("url", "请输入菜单路径");
  const isForeign = /^https?:\/\//i.test(url) || url.startsWith("{{");
  // A `{{ }}` is filled in where the console opens another site; an address of its own is matched as it stands.
  if (!isForeign && /^[a-z][a-z0-9+.-]*:|^\/\/|\\|\{\{/i.test(url))
    throw refuseField("url", "菜单路径只能是站内地址或 http、https 地址");
  draft.url = isForeign || url.startsWith("/") ? url : `/${url}`;
  const component = String(draft.component ?? "")
    .trim()
    .replace(/^\//, "")
    .replace(/^(src\/)?views\//, "")
    .replace(/\.vue$/, "");
  draft.component = component === "" && type === 0 ? "layouts/RouteView" : component;
}

const menuHooks: ModelHooks = {
  beforeSave(draft, context) {
    refuseStaff(draft, context);
    if (Number(draft.menuType ?? 0) !== 0 && !draft.parentId) throw refuse("请选择上级菜单");
    normaliseMenu(draft);
  },
  afterSave: announce,
  beforeDelete: refuseStaff,
  afterDelete: announce,
  afterRestore: announce,
  async afterPurge(rows, { trx }) {
    const ids = rows.map((row) => String(row.id));
    for (const table of [
      "sys_role_permission",
      "sys_depart_permission",
      "sys_depart_role_permission",
      "sys_permission_data_rule",
    ] as const) {
      await trx.deleteFrom(table).where("permission_id", "in", ids).execute();
    }
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/permission": menuHooks };
