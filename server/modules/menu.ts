import type { Row } from "../../runtime/model/resolved-model.ts";
import { quoted, refuse, refuseField } from "../http/refusal.ts";
import type { Draft, ModelHooks, SaveContext } from "../models/hooks.ts";
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

/** Whether the console makes an address of a row. */
const isRouted = ({ menuType, route }: Row) => Number(menuType ?? 0) !== buttonType && route !== false;

/** The console keeps the first of two rows with one address, foreign ones too, and the other would open nowhere. */
async function refuseTakenAddress(draft: Draft, { before, trx }: SaveContext): Promise<void> {
  const url = String(draft.url);
  if (!isRouted(draft)) return;
  // What was stored twice before this rule can still be edited.
  if (before && isRouted(before) && before.url === url) return;
  const other = await trx
    .selectFrom("sys_permission")
    .select("name")
    .where("url", "in", [url, url.replace(/^\//, "")])
    .where("menu_type", "<>", buttonType)
    .where((eb) => eb.or([eb("is_route", "=", true), eb("is_route", "is", null)]))
    .where((eb) => eb.or([eb("del_flag", "=", 0), eb("del_flag", "is", null)]))
    .where("id", "<>", String(before?.id ?? ""))
    .executeTakeFirst();
  if (other) throw refuseField("url", `菜单路径已被菜单${quoted(other.name)}使用，请换一个`);
}

const menuHooks: ModelHooks = {
  async beforeSave(draft, context) {
    refuseStaff(draft, context);
    if (Number(draft.menuType ?? 0) !== 0 && !draft.parentId) throw refuse("请选择上级菜单");
    normaliseMenu(draft);
    await refuseTakenAddress(draft, context);
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
