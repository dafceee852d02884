import { sql } from "kysely";
import type { Queryable } from "../../db/database.ts";
import type { StoredForm } from "./stored-forms.ts";

interface Kept {
  readonly form: StoredForm;
  readonly mode: string;
  readonly backup: string | undefined;
  readonly username: string;
  readonly now: string;
  readonly newId: () => string;
}

/** Keeps the definition that a table was synchronised with. */
export async function keepSynchronised(trx: Queryable, { form, mode, backup, username, now, newId }: Kept) {
  const { subs: _subs, ...definition } = form;
  await trx
    .insertInto("onl_cgform_version")
    .values({
      id: newId(),
      cgform_head_id: form.head.id,
      version_num: form.head.tableVersion ?? 1,
      mode,
      backup: backup ?? null,
      definition: JSON.stringify({ ...definition, subs: [] }),
      version: 1,
      tenant_id: 0,
      create_by: username,
      create_time: now,
    })
    .execute();
}

/** Whether a form's table was ever made. */
export async function wasSynchronised(db: Queryable, headId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from onl_cgform_version where cgform_head_id = ${headId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The definitions in force: as stored where the table is as they ask, else as at the last synchronisation. */
export async function readSynchronised(
  db: Queryable,
  forms: ReadonlyMap<string, StoredForm>,
): Promise<ReadonlyMap<string, StoredForm>> {
  const behind = [...forms.values()].filter(({ head }) => head.isDbSynch !== "Y").map(({ head }) => head.id);
  const former = behind.length === 0 ? new Map<string, StoredForm>() : await lastVersions(db, behind);
  const live = [...forms.values()].flatMap((form): [string, StoredForm][] => {
    const { id, isDbSynch, physicId } = form.head;
    // A view has no table of its own: it is in force as long as its table is.
    if (form.head.copyType === 1) return forms.get(physicId ?? "")?.head.isDbSynch === "Y" ? [[id, form]] : [];
    const inForce = isDbSynch === "Y" ? form : former.get(id);
    return inForce ? [[id, inForce]] : [];
  });
  return new Map(live);
}

/** The last synchronisation of each head, or of these. */
export async function lastSynchronisations(
  db: Queryable,
  heads?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const those = heads ? sql`where cgform_head_id in (${sql.join(heads)})` : sql``;
  const { rows } = await sql<{ head: string; id: string }>`
    select distinct on (cgform_head_id) cgform_head_id as head, id from onl_cgform_version ${those}
    order by cgform_head_id, create_time desc, id desc`.execute(db);
  return new Map(rows.map(({ head, id }) => [head, id]));
}

/** A page is seldom open for longer. */
const rememberedDays = 7;

/** Columns of the definitions that were in force lately, by head. */
export async function formerColumns(db: Queryable, now: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ head: string; names: readonly string[] }>`
    select cgform_head_id as head, array_agg(distinct field ->> 'dbFieldName') as names
    from onl_cgform_version, jsonb_array_elements(definition -> 'fields') field
    where jsonb_typeof(definition -> 'fields') = 'array'
      and create_time >= coalesce((select max(older.create_time) from onl_cgform_version older
        where older.cgform_head_id = onl_cgform_version.cgform_head_id
          and older.create_time < ${now}::timestamp - make_interval(days => ${rememberedDays})), '-infinity')
    group by cgform_head_id`.execute(db);
  return new Map(rows.map(({ head, names }) => [head, names]));
}

async function lastVersions(db: Queryable, ids: readonly string[]): Promise<Map<string, StoredForm>> {
  const { rows } = await sql<{ cgform_head_id: string; definition: unknown }>`
    select distinct on (cgform_head_id) cgform_head_id, definition from onl_cgform_version
    where cgform_head_id in (${sql.join(ids)}) order by cgform_head_id, create_time desc, id desc`.execute(db);
  return new Map(
    rows.map(({ cgform_head_id, definition }) => [
      cgform_head_id,
      (typeof definition === "string" ? JSON.parse(definition) : definition) as StoredForm,
    ]),
  );
}
