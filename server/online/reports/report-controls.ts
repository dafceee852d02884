import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";
import { refuse } from "../../http/refusal.ts";
import type { FormControl } from "../forms/rights/controls.ts";
import { holdersOfRights, stateOf } from "../forms/rights/right-rows.ts";
import type { ReportDefinition } from "./definition.ts";
import { columnCode, reportPrefix } from "./report-rights.ts";

/** What stands in the menu for a report: the row that opens it, and the rows of its rights by their codes. */
interface ReportMenu {
  readonly menuId: string;
  /** A right that the table holds; absent codes are under nobody's control. */
  readonly rows: ReadonlyMap<string, { readonly id: string; readonly isOn: boolean }>;
}

/** @throws AppError INVALID while the report is not in the menu */
export async function reportMenu(db: Queryable, definition: ReportDefinition): Promise<ReportMenu> {
  const menu = await findMenu(db, definition);
  if (!menu) throw refuse("报表还不在菜单中，请先加入菜单再设置权限");
  return menu;
}

async function findMenu(db: Queryable, { head }: ReportDefinition): Promise<ReportMenu | undefined> {
  const names = [...new Set([head.id, head.code])];
  const { rows } = await sql<{ id: string; perms: string; menu_type: number; status: string | null }>`
    select id, perms, menu_type, status from sys_permission where coalesce(del_flag, 0) = 0
    and (${sql.join(
      names.map((name) => sql`perms like ${`%${reportPrefix(name)}:%`}`),
      sql` or `,
    )}) order by id`.execute(db);
  const all = rows.flatMap((row) => splitList(row.perms).map((code) => ({ ...row, code })));
  const opens = new Set(names.map((name) => `${reportPrefix(name)}:list`));
  const menu = all.find(({ code, menu_type: type }) => opens.has(code) && Number(type) !== 2);
  if (!menu) return undefined;
  const isOn = (status: string | null) => String(status ?? "1") !== "0";
  return { menuId: menu.id, rows: new Map(all.map(({ code, id, status }) => [code, { id, isOn: isOn(status) }])) };
}

/** The columns of a report, with the rows that control them. */
export function columnControls({ head, items }: ReportDefinition, { rows }: ReportMenu): readonly FormControl[] {
  return items.map(({ fieldName, fieldTxt }) => {
    const codes = [head.id, head.code].map((name) => columnCode(name, fieldName));
    const code = codes.find((one) => rows.has(one)) ?? codes[0] ?? "";
    const row = rows.get(code);
    return {
      kind: "see",
      headId: head.id,
      name: fieldName,
      title: fieldTxt,
      code,
      id: row?.id,
      isOn: row?.isOn ?? false,
    };
  });
}

/** The row of exporting, which nobody may without a grant. */
export function exportControl({ head }: ReportDefinition, { rows }: ReportMenu): FormControl {
  const codes = [head.id, head.code].map((name) => `${reportPrefix(name)}:export`);
  const code = codes.find((one) => rows.has(one)) ?? codes[0] ?? "";
  return { kind: "button", headId: head.id, name: "export", title: "导出", code, id: rows.get(code)?.id, isOn: true };
}

/**
 * Opening, exporting and each column, with the roles that hold them: `see` is `all`, `roles` or `none`. None while the
 * report is not in the menu: every new one is not, which is nothing to warn its designer of.
 */
export async function reportRightRows(db: Queryable, definition: ReportDefinition): Promise<readonly Row[]> {
  const menu = await findMenu(db, definition);
  if (!menu) return [];
  const controls = [exportControl(definition, menu), ...columnControls(definition, menu)];
  const holders = await holdersOfRights(db, [menu.menuId, ...controls.flatMap(({ id }) => id ?? [])]);
  const { id, name } = definition.head;
  const open = { id: "open", kind: "open", name: "open", title: name, reportId: id, menuId: menu.menuId };
  return [
    { ...open, ...stateOf("see", { id: menu.menuId, isOn: true }, holders) },
    ...controls.map((control) => {
      const kind = control.kind === "button" ? "export" : "column";
      const row = { id: `${kind}:${control.name}`, kind, name: control.name, title: control.title, reportId: id };
      return { ...row, menuId: menu.menuId, ...stateOf("see", control, holders) };
    }),
  ];
}
