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
