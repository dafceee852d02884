import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import type { Caller } from "../../auth/caller.ts";
import { splitList } from "../../auth/user-store.ts";
import type { ServerContext } from "../../context.ts";
import { ok } from "../../http/envelope.ts";
import { AppError } from "../../http/errors.ts";
import { refuse } from "../../http/refusal.ts";
import { saveGrants } from "./save-grants.ts";

const menuModel = "system/permission";
/** The right to hand menus to roles. */
const grantCode = "system:role:grant";

/** A report or a form that an administrator made, as a row of the menu. */
export interface MadePage {
  readonly url: string;
  readonly name: string;
  readonly parentId: string;
  readonly component: string;
  readonly perms: string;
  /** Buttons below it, by the codes that they give. */
  readonly buttons?: readonly { readonly name: string; readonly perms: string }[];
}

/**
 * Puts a page into the menu and gives it to roles: both or neither.
 *
 * @param roleIds a list, or ids with commas
 * @throws AppError INVALID when it is in the menu already, FORBIDDEN as any grant does
 */
export async function addMadePage(
  { db, engine, clock, newId }: Pick<ServerContext, "db" | "engine" | "clock" | "newId">,
  { buttons = [], ...page }: MadePage,
  caller: Caller,
  roleIds: unknown,
) {
  const roles = splitList(roleIds ?? "");
  if (roles.length > 0 && !decideAction(caller, grantCode).allowed) throw new AppError("FORBIDDEN");
  for (const id of roles) await engine.requireChangeable("system/role", id, caller);
  const { rows } = await sql<{ name: string }>`select name from sys_permission
    where url = ${page.url} and coalesce(del_flag, 0) = 0 limit 1`.execute(db.kysely);
  if (rows[0]) throw refuse(`这个页面已在菜单中：${rows[0].name}`);
  const row = await db.transaction(async (trx): Promise<Row> => {
    const made = await engine.add(menuModel, { ...page, menuType: 1, sortNo: 100, keepAlive: true }, caller, { trx });
    const menuId = String(made.id);
    for (const [at, button] of buttons.entries()) {
      const below = { ...button, parentId: menuId, menuType: 2, sortNo: at + 1 };
      await engine.add(menuModel, below, caller, { trx });
    }
    const save = { trx, giver: caller, now: clock(), models: engine.models, newId };
    for (const id of roles) {
      // Besides what the role has.
      await saveGrants({ ...save, target: { kind: "role", id } }, { wanted: new Set([menuId]), last: new Set() });
    }
    return made;
  });
  return ok(row, roles.length > 0 ? `已加入菜单，并授权给 ${roles.length} 个角色` : "已加入菜单");
}

/** A typed text without the space around it; empty for anything else. */
export const typedText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
