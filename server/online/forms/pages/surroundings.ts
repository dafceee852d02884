import { sql } from "kysely";
import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { fieldNameOf } from "../../../../runtime/online-forms/form-columns.ts";
import type { FormSurroundings, PageFinding } from "../../../../runtime/online-forms/pages/export-pages.ts";
import { pageIdOf } from "../../../../runtime/online-forms/pages/export-pages.ts";
import type { DataDocument, ScreenDocument } from "../../../../runtime/schema/types.gen.ts";
import type { Queryable } from "../../../db/database.ts";
import type { DocumentStore } from "../../../documents/load-documents.ts";
import { controlsOf, menuRowsOf } from "../rights/controls.ts";
import { holdersOfRights } from "../rights/right-rows.ts";
import type { StoredForm } from "../stored-forms.ts";

/** The rows that documents ship of a model, by one of their keys. */
export function shippedKeys(documents: DocumentStore, modelId: string, key: string): ReadonlySet<string> {
  const rows = [...documents.data.values()]
    .filter(({ model }: DataDocument) => model === modelId)
    .flatMap((document) => ("rows" in document ? (document.rows as readonly Row[]) : []));
  return new Set(rows.map((row) => String(row[key])));
}

/** A form's place in the menu and what roles may do with it, as a screen says them. */
export async function surroundingsOf(
  db: Queryable,
  form: StoredForm,
  documents: DocumentStore,
): Promise<FormSurroundings & { readonly findings: readonly PageFinding[] }> {
  const place = form.head.tableTxt;
  const findings: PageFinding[] = [];
  const controls = await controlsOf(db, form);
  const controlled = new Map(
    form.fields.map(({ dbFieldName }) => {
      const of = (kind: "see" | "edit") =>
        controls.some((control) => control.isOn && control.kind === kind && control.name === dbFieldName);
      return [fieldNameOf(dbFieldName), { see: of("see"), edit: of("edit") }] as const;
    }),
  );
  const menuId = (await menuRowsOf(db, [form.head.id])).get(form.head.id);
  if (menuId === undefined) {
    // A page without a place could be granted to nobody.
    findings.push({ place, kind: "changed", message: "表单不在菜单里，页面放在顶层，没有授权给任何角色" });
    return { menu: { sort: 100, path: pathOf(form) }, controlled, findings };
  }
  const { rows } = await sql<{ name: string; parent_id: string | null; sort_no: string | null; icon: string | null }>`
    select name, parent_id, sort_no, icon from sys_permission where id = ${menuId}`.execute(db);
  const [row] = rows;
  const parent = parentOf(row?.parent_id ?? "", documents);
  if (row?.parent_id && parent === undefined) {
    findings.push({ place, kind: "left", message: "上级菜单是在控制台里建的，页面放在顶层" });
  }
  const access = await accessOf(db, { menuId, controls }, documents, (message) =>
    findings.push({ place, kind: "left", message }),
  );
  const menu: NonNullable<ScreenDocument["menu"]> = {
    ...(parent === undefined ? {} : { parent }),
    ...(row && row.name !== place ? { title: row.name } : {}),
    ...(row?.icon && /^[A-Z]\w+Outlined$/.test(row.icon) ? { icon: row.icon } : {}),
    sort: Number(row?.sort_no ?? 100),
    path: pathOf(form),
  };
  return { menu, access, controlled, findings };
}

const pathOf = (form: StoredForm) => `/${pageIdOf(form.head.tableName)}`;

/** The id by which documents name a menu that they make themselves. */
function parentOf(id: string, documents: DocumentStore): string | undefined {
  if (shippedKeys(documents, "system/permission", "id").has(id)) return id;
  return [...documents.screens].find(([name, { menu }]) => menu && name.replaceAll("/", ".") === id)?.[0];
}

const actions = ["add", "edit", "delete", "deleteBatch", "export", "import"];

async function accessOf(
  db: Queryable,
  { menuId, controls }: { readonly menuId: string; readonly controls: Awaited<ReturnType<typeof controlsOf>> },
  documents: DocumentStore,
  tell: (message: string) => void,
): Promise<NonNullable<ScreenDocument["access"]>> {
  const ids = [menuId, ...controls.flatMap(({ id, isOn }) => (id !== undefined && isOn ? [id] : []))];
  const holders = await holdersOfRights(db, ids);
  const known = shippedKeys(documents, "system/role", "roleCode");
  const access: Record<string, { readonly see: "all"; readonly do: readonly string[] }> = {};
  for (const { id, name, code, isRole } of holders.get(menuId) ?? []) {
    if (!isRole || !known.has(code)) {
      tell(`${isRole ? "角色" : "部门"}“${name}”的授权不在页面文件里，请在角色管理里授权`);
      continue;
    }
    const holds = (codeEnd: string) => {
      const control = controls.find((one) => one.code.endsWith(`:${codeEnd}`) && one.isOn);
      return control?.id === undefined || (holders.get(control.id) ?? []).some((one) => one.isRole && one.id === id);
    };
    const fields = controls.filter(({ kind, isOn }) => kind !== "button" && isOn).map(wordOf);
    access[code] = { see: "all", do: [...actions, ...fields].filter(holds) };
  }
  const { rows } = await sql`select 1 from sys_permission_data_rule where permission_id = ${menuId} limit 1`.execute(
    db,
  );
  if (rows.length > 0) tell("数据规则在数据库中，不在页面文件里");
  return access;
}

/** `online:cgform:7:see:amount` → `see:amount`. */
const wordOf = ({ code }: { readonly code: string }): string => code.split(":").slice(-2).join(":");
