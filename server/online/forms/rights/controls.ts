import { sql, type Transaction } from "kysely";
import type { OnlineFormDefinition } from "../../../../runtime/online-forms/definition.ts";
import { formPrefix } from "../../../../runtime/online-forms/names.ts";
import type { Caller } from "../../../auth/caller.ts";
import { headOfAddress } from "../../../auth/form-rights.ts";
import { splitList } from "../../../auth/user-store.ts";
import type { Queryable, Tables } from "../../../db/database.ts";
import { refuse } from "../../../http/refusal.ts";
import type { Engine } from "../../../models/engine.ts";
import { type FormRight, rightsOf } from "./right-codes.ts";

/** A button or field of a form and the row of the menu table that controls it; without a row it is under no control. */
export interface FormControl extends FormRight {
  /** Of its row; undefined while it was never controlled. */
  readonly id: string | undefined;
  readonly isOn: boolean;
}

/** What can be controlled of a form, with what is. */
export async function controlsOf(db: Queryable, definition: OnlineFormDefinition): Promise<readonly FormControl[]> {
  const { rows } = await sql<{ id: string; perms: string; status: string | null }>`
    select id, perms, status from sys_permission where coalesce(del_flag, 0) = 0
    and perms like ${`%${formPrefix(definition.head.id ?? "")}:%`} and menu_type = 2 order by id`.execute(db);
  const byCode = new Map(rows.flatMap((row) => splitList(row.perms).map((code) => [code, row] as const)));
  return rightsOf(definition).map((right) => {
    const row = byCode.get(right.code);
    return { ...right, id: row?.id, isOn: row !== undefined && String(row.status ?? "1") !== "0" };
  });
}

/** The menu rows that open forms, by the ids of their heads; of several the first. */
export async function menuRowsOf(db: Queryable, headIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; url: string | null; perms: string | null }>`
    select id, url, perms from sys_permission where coalesce(del_flag, 0) = 0 and menu_type <> 2
    and (url like '/online/cgform%' or perms like '%online:cgform:%') order by id desc`.execute(db);
  const heads = new Map(headIds.map((id) => [`${formPrefix(id)}:list`, id]));
  const wanted = new Set(headIds);
  const found = new Map<string, string>();
  for (const { id, url, perms } of rows) {
    const head = headOfAddress(url);
    if (head !== undefined && wanted.has(head)) found.set(head, id);
    for (const code of splitList(perms)) {
      const named = heads.get(code);
      if (named !== undefined) found.set(named, id);
    }
  }
  return found;
}

/**
 * The menu row that opens a form: rights of the form are rows below it, so that the one grant drawer hands them out.
 *
 * @param headId of a form that has pages; of a sub-table, its main table's
 * @throws AppError INVALID while the form is not in the menu
 */
export async function menuRowOf(db: Queryable, headId: string): Promise<string> {
  const own = (await menuRowsOf(db, [headId])).get(headId);
  if (own === undefined) throw refuse("表单还不在菜单中，请先加入菜单再设置权限");
  return own;
}

/**
 * Puts rights of a form under control or takes them out of it. Control that is switched off keeps what was granted.
 *
 * @param menuId the row that opens the form
 */
export async function setControls(
  { trx, engine }: { readonly trx: Transaction<Tables>; readonly engine: Engine },
  menuId: string,
  changes: readonly { readonly control: FormControl; readonly isOn: boolean }[],
  caller: Caller,
): Promise<void> {
  for (const { control, isOn } of changes) {
    if (control.isOn === isOn) continue;
    if (control.id !== undefined) {
      await engine.edit(menuModel, { id: control.id, status: isOn ? "1" : "0" }, caller, { trx });
    } else await engine.add(menuModel, rowOf(control, menuId), caller, { trx });
  }
}

const menuModel = "system/permission";

const kindTitles: Readonly<Record<FormRight["kind"], string>> = { see: "：可见", edit: "：可编辑", button: "" };

const rowOf = ({ title, kind, code }: FormRight, parentId: string) => ({
  name: `${title}${kindTitles[kind]}`.slice(0, 100),
  parentId,
  menuType: 2,
  perms: code,
  permsType: kind === "edit" ? "2" : "1",
  status: "1",
  sortNo: kind === "button" ? 100 : 200,
});
