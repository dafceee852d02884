import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import { type GrantSave, saveGrants } from "../grants/save-grants.ts";
import type { Engine } from "../models/engine.ts";
import { refuse } from "../query/refusal.ts";
import { reportPrefix } from "./report-rights.ts";

/** The group below which reports are put; an administrator moves them. */
const parentId = "report";
const menuModel = "system/permission";

/** Where a report opens; its parameters stand in the address as recorded systems show them. */
export function reportAddress(headId: string, params: readonly string[] = []): string {
  const query = params.map((name) => `${name}=\${${name}}`).join("&");
  return `/online/cgreport/${headId}${query === "" ? "" : `?${query}`}`;
}

interface MenuPlace {
  /** What the menu says; the name of the report where it is blank. */
  readonly name: unknown;
  readonly parentId: unknown;
  readonly caller: Caller;
}

/**
 * The menu row of a report, with the code that opens it and the button that exports it. Roles are given it like any page.
 *
 * @throws AppError INVALID when there is one
 */
export async function addReportMenu(
  db: Queryable,
  engine: Engine,
  head: Row,
  { name, parentId: place, caller }: MenuPlace,
): Promise<Row> {
  const id = String(head.id);
  const url = reportAddress(id);
  const { rows } = await sql<{ name: string }>`
    select name from sys_permission where url = ${url} and coalesce(del_flag, 0) = 0 limit 1`.execute(db);
  if (rows[0]) throw refuse(`这个报表已在菜单中：${rows[0].name}`);
  const page = await engine.add(
    menuModel,
    {
      parentId: textOf(place) || parentId,
      name: textOf(name) || head.name,
      menuType: 1,
      url,
      component: "modules/online/cgreport/auto/OnlCgreportAutoList",
      perms: `${reportPrefix(id)}:list`,
      sortNo: 100,
      keepAlive: true,
    },
    caller,
  );
  const button = { parentId: page.id, name: "导出", menuType: 2, perms: `${reportPrefix(id)}:export`, sortNo: 1 };
  await engine.add(menuModel, button, caller);
  return page;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Gives the menu row to roles, besides what they have. @throws AppError FORBIDDEN as any grant does */
export async function grantMenu(save: Omit<GrantSave, "target">, menuId: string, roleIds: readonly string[]) {
  for (const id of roleIds) {
    const last = new Set<string>();
    await saveGrants({ ...save, target: { kind: "role", id } }, { wanted: new Set([menuId]), last });
  }
}
