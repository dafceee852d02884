import { sql } from "kysely";
import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { isOffered } from "../../../../runtime/online-forms/form-buttons.ts";
import { defaultTenant } from "../../../auth/caller.ts";
import type { Queryable } from "../../../db/database.ts";
import type { StoredForm } from "../stored-forms.ts";
import { controlsOf, type FormControl } from "./controls.ts";

/** A role or department that holds a row of the menu. */
interface Holder {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly isRole: boolean;
}

/** Who holds rows of the menu, by their ids. Forms belong to the platform, and so do the roles that are named. */
export async function holdersOfRights(
  db: Queryable,
  permissionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Holder[]>> {
  const wanted = sql.val([...permissionIds]);
  const { rows } = await sql<Holder & { permissionId: string }>`
    select link.permission_id as "permissionId", role.id, role.role_name as name, role.role_code as code,
      true as "isRole"
      from sys_role_permission link join sys_role role on role.id = link.role_id
      where link.permission_id = any(${wanted}::text[]) and coalesce(role.tenant_id, 0) = ${defaultTenant}
    union all
    select link.permission_id, depart.id, depart.depart_name, depart.org_code, false
      from sys_depart_permission link join sys_depart depart on depart.id = link.depart_id
      where link.permission_id = any(${wanted}::text[]) and coalesce(depart.tenant_id, 0) = ${defaultTenant}
    order by "isRole" desc, name, id`.execute(db);
  const holders = new Map<string, Holder[]>();
  for (const { permissionId, ...holder } of rows) {
    holders.set(permissionId, [...(holders.get(permissionId) ?? []), holder]);
  }
  return holders;
}

/**
 * Who may do what with a form: a row for opening it, for each of its buttons and for each field, those of its sub-tables
 * included. `see`, `edit`: `all` is everybody who opens the form, `roles` those that are named, `none` administrators.
 */
export async function rightRows(db: Queryable, forms: readonly StoredForm[], menuId: string): Promise<readonly Row[]> {
  const ofForms = await Promise.all(
    forms.map(async (form, at) => ({ form, isMain: at === 0, controls: await controlsOf(db, form) })),
  );
  const controls = ofForms.flatMap((one) => one.controls);
  const holders = await holdersOfRights(db, [menuId, ...controls.flatMap(({ id }) => id ?? [])]);
  const [main] = forms;
  const open = { id: "open", kind: "open", formId: main?.head.id, name: "open", title: main?.head.tableTxt };
  return [
    { ...open, formTitle: main?.head.tableTxt, ...stateOf("see", { id: menuId, isOn: true }, holders) },
    ...ofForms.flatMap(({ form, isMain, controls }) => [
      ...(isMain ? buttonRows(form, controls, holders) : []),
      ...fieldRows(form, controls, holders),
    ]),
  ];
}

type Holders = ReadonlyMap<string, readonly Holder[]>;

function buttonRows(form: StoredForm, controls: readonly FormControl[], holders: Holders): readonly Row[] {
  const off = new Set(form.buttons.filter((button) => !isOffered(button)).map(({ buttonCode }) => buttonCode));
  return controls
    .filter(({ kind, name }) => kind === "button" && !off.has(name))
    .map((control) => ({ ...rowOf(form, "button", control), ...stateOf("see", control, holders) }));
}

function fieldRows(form: StoredForm, controls: readonly FormControl[], holders: Holders): readonly Row[] {
  return controls
    .filter(({ kind }) => kind === "see")
    .map((see) => {
      const edit = controls.find(({ kind, name }) => kind === "edit" && name === see.name);
      const editing = edit === undefined ? {} : stateOf("edit", edit, holders);
      return { ...rowOf(form, "field", see), ...stateOf("see", see, holders), ...editing };
    });
}

const rowOf = ({ head }: StoredForm, kind: string, { name, title }: FormControl): Row => ({
  id: `${head.id}:${kind}:${name}`,
  ...{ kind, formId: head.id, name, title, formTitle: head.tableTxt },
});

/** `see: "roles", seeOn: true, seeRoles: ids, seeNames`; the same for `edit`. */
export function stateOf(verb: "see" | "edit", { id, isOn }: Pick<FormControl, "id" | "isOn">, holders: Holders): Row {
  const held = id === undefined ? [] : (holders.get(id) ?? []);
  const idle = held.length > 0 ? "roles" : "none";
  return {
    [verb]: isOn ? idle : "all",
    [`${verb}On`]: isOn,
    [`${verb}Roles`]: held.flatMap(({ id, isRole }) => (isRole ? [id] : [])).join(","),
    [`${verb}Names`]: isOn ? held.map(({ name }) => name).join("、") : "",
  };
}
