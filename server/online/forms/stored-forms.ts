import { type RawBuilder, sql } from "kysely";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import type { NamedTable } from "../../../runtime/online-forms/controls.ts";
import type {
  OnlineFormButton,
  OnlineFormDefinition,
  OnlineFormField,
  OnlineFormHead,
  OnlineFormIndex,
} from "../../../runtime/online-forms/definition.ts";
import { formModelId, systemColumns } from "../../../runtime/online-forms/names.ts";
import type { Queryable } from "../../db/database.ts";
import { readRow } from "../../models/row-codec.ts";

/** The models that keep definitions. */
export const formModels = {
  head: "online/cgform-head",
  field: "online/cgform-field",
  index: "online/cgform-index",
  button: "online/cgform-button",
  version: "online/cgform-version",
} as const;

type Models = ReadonlyMap<string, ResolvedModel>;

/** A stored head: it has an id and what the server keeps of it. */
export type StoredHead = OnlineFormHead & {
  readonly id: string;
  readonly version: number;
  readonly structure?: unknown;
};
export type StoredForm = OnlineFormDefinition & { readonly head: StoredHead };

/** Every stored definition, by the id of its head; main tables with their sub-tables. */
export function readForms(db: Queryable, models: Models): Promise<ReadonlyMap<string, StoredForm>> {
  return formsWhere(db, models, sql`true`);
}

/** One definition with its sub-tables, a view as far as its table is. */
export async function readForm(db: Queryable, models: Models, id: string): Promise<StoredForm | undefined> {
  const { rows } = await sql<{ id: string }>`select sub.id from onl_cgform_head main
    join onl_cgform_field f on f.main_table = main.table_name
    join onl_cgform_head sub on sub.id = f.cgform_head_id and sub.table_type = 3
    where main.id = ${id} and main.table_type = 2
    union select physic_id from onl_cgform_head where id = ${id} and copy_type = 1 and physic_id is not null`.execute(
    db,
  );
  const ids = [id, ...rows.map((row) => row.id)];
  return (await formsWhere(db, models, sql`id in (${sql.join(ids)})`)).get(id);
}

async function formsWhere(
  db: Queryable,
  models: Models,
  where: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, StoredForm>> {
  const rowsOf = async <Wire>(id: string, condition: RawBuilder<unknown>) => {
    const model = models.get(id);
    if (!model) throw new Error(`no model ${id}`);
    const { rows } = await sql<Row>`select * from ${sql.table(model.table)} where ${condition} order by id`.execute(db);
    return rows.map((row) => readRow(model, row) as Wire & { readonly cgformHeadId?: unknown });
  };
  const below = sql`cgform_head_id in (select id from onl_cgform_head where ${where})`;
  const heads = await rowsOf<StoredHead>(formModels.head, where);
  const fields = byHead(await rowsOf<OnlineFormField>(formModels.field, below));
  const indexes = byHead(await rowsOf<OnlineFormIndex>(formModels.index, below));
  const buttons = byHead(await rowsOf<OnlineFormButton>(formModels.button, below));
  const alone = heads.map(
    (head): StoredForm => ({
      head,
      fields: (fields.get(head.id) ?? []).sort(byOrder),
      indexes: indexes.get(head.id) ?? [],
      buttons: (buttons.get(head.id) ?? []).sort(byOrder),
      subs: [],
    }),
  );
  const ids = new Map(alone.map((form) => [form.head.id, form]));
  return new Map(alone.map((form) => [form.head.id, { ...withTableState(form, ids), subs: subsOf(form, alone) }]));
}

/** A view is as far as its table. */
function withTableState(form: StoredForm, all: ReadonlyMap<string, StoredForm>): StoredForm {
  const table = form.head.copyType === 1 ? all.get(form.head.physicId ?? "") : undefined;
  return table ? { ...form, head: { ...form.head, isDbSynch: table.head.isDbSynch } } : form;
}

/** The state of one form's table as `readForms` says it, or undefined where no form has the id or the table. */
export async function readTableState(db: Queryable, idOrTable: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select coalesce(physical.is_db_synch, form.is_db_synch) as state from onl_cgform_head form
    left join onl_cgform_head physical on form.copy_type = 1 and physical.id = form.physic_id
    where form.id = ${idOrTable} or form.table_name = ${idOrTable}`.execute(db);
  return rows[0]?.state;
}

/** The sub-tables of a main table, in their order. */
export function subsOf(main: OnlineFormDefinition, all: Iterable<StoredForm>): readonly StoredForm[] {
  if (main.head.tableType !== 2) return [];
  return [...all]
    .filter(
      ({ head, fields }) =>
        head.tableType === 3 && head.copyType !== 1 && fields.some((field) => field.mainTable === main.head.tableName),
    )
    .sort((one, other) => (one.head.tabOrderNum ?? 0) - (other.head.tabOrderNum ?? 0));
}

function byHead<Wire extends { readonly cgformHeadId?: unknown }>(rows: readonly Wire[]): Map<string, Wire[]> {
  const found = new Map<string, Wire[]>();
  for (const row of rows) {
    const head = String(row.cgformHeadId);
    found.set(head, [...(found.get(head) ?? []), row]);
  }
  return found;
}

const byOrder = (one: { orderNum?: number | null | undefined }, other: { orderNum?: number | null | undefined }) =>
  (one.orderNum ?? 0) - (other.orderNum ?? 0);

/** The tables of all stored forms with their columns, in force or not: definitions may name each other. */
export async function readNamedForms(db: Queryable): Promise<ReadonlyMap<string, NamedTable>> {
  const { rows } = await sql<{ id: string; table_name: string; columns: readonly string[] }>`
    select h.id, h.table_name, array_agg(f.db_field_name) as columns
    from onl_cgform_head h join onl_cgform_field f on f.cgform_head_id = h.id
    where coalesce(h.copy_type, 0) = 0 group by h.id, h.table_name`.execute(db);
  return new Map(
    rows.map(({ id, table_name, columns }) => [
      table_name,
      {
        model: formModelId(id),
        fields: new Map([...columns.map((name): [string, string] => [name, name]), ...systemColumns]),
      },
    ]),
  );
}
