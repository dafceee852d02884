import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { OnlineFormField, OnlineFormIndex } from "../../../runtime/online-forms/definition.ts";
import { plainName } from "../../../runtime/online-forms/names.ts";
import type { Queryable } from "../../db/database.ts";
import { withoutId } from "./new-form.ts";
import type { StoredForm } from "./stored-forms.ts";

/** The number of the next view of a form. */
export async function nextView(db: Queryable, headId: string): Promise<number> {
  const { rows } = await sql<{ last: string | number | null }>`
    select max(copy_version) as last from onl_cgform_head where physic_id = ${headId}`.execute(db);
  return Number(rows[0]?.last ?? 0) + 1;
}

/** Further settings of the fields of a form's table. */
export function copiedView(form: StoredForm, number: number): Row {
  const { head } = form;
  return {
    ...bodyOf(form),
    tableName: `${head.tableName}$${number}`,
    tableTxt: `${head.tableTxt} 视图${number}`,
    copyType: 1,
    copyVersion: number,
    physicId: head.id,
  };
}

/** The same definition over a table of its own. */
export function copiedForm(form: StoredForm, tableName: string): Row {
  const name = plainName(tableName);
  return { ...copiedAs(form, name, `${name.slice(0, 30)}_`), tableTxt: `${form.head.tableTxt} 副本` };
}

/** @param indexPrefix keeps the names of indexes apart where the form itself stays */
export function copiedAs(form: StoredForm, tableName: string, indexPrefix = ""): Row {
  const indexs = form.indexes.map((index) => ({
    ...withoutId(index as Row & OnlineFormIndex),
    isDbSynch: "N",
    indexName: `${indexPrefix}${index.indexName}`.slice(0, 100),
  }));
  return { ...bodyOf(form), tableName, indexs };
}

function bodyOf({ head, fields, buttons }: StoredForm): Row {
  const { id: _id, version: _version, structure: _structure, ...settings } = head;
  return {
    ...settings,
    copyType: 0,
    copyVersion: null,
    physicId: null,
    fields: fields.map((field) => ({ ...withoutId(field as Row & OnlineFormField), dbFieldNameOld: null })),
    buttons: buttons.map((button) => withoutId(button as Row & typeof button)),
  };
}
