import type { ResolvedModel } from "../../../../runtime/model/resolved-model.ts";
import { formModelId } from "../../../../runtime/online-forms/names.ts";
import type { ModelDocument } from "../../../../runtime/schema/types.gen.ts";
import type { StoredForm } from "../stored-forms.ts";

/** What those who read a form's table lose by a synchronisation or a deletion. */
export interface TableChange {
  readonly headId: string;
  readonly modelId: string;
  readonly table: string;
  /** Columns that go or become something else → what to call them: `amount`, or `amount → total` where it is renamed. */
  readonly columns: ReadonlyMap<string, string>;
  /** What the form is afterwards; undefined for one that is deleted. */
  readonly next: { readonly document: ModelDocument; readonly model: ResolvedModel } | undefined;
}

/**
 * Undefined where nobody loses anything.
 *
 * @param live the model in force; a form that was never synchronised has no readers
 */
export function tableChange(
  { head, fields }: StoredForm,
  live: ResolvedModel | undefined,
  next: TableChange["next"],
): TableChange | undefined {
  if (!live) return undefined;
  const renamed = new Map(fields.map(({ dbFieldName, dbFieldNameOld }) => [dbFieldNameOld, dbFieldName]));
  const after = new Map([...(next?.model.fields.values() ?? [])].map((field) => [field.column, field]));
  const lost = [...live.fields.values()].filter(({ column, type }) => after.get(column)?.type !== type);
  if (lost.length === 0) return undefined;
  const nameOf = (column: string) => {
    const name = after.has(column) ? undefined : renamed.get(column);
    return name === undefined ? column : `${column} → ${name}`;
  };
  return {
    headId: head.id,
    modelId: formModelId(head.id),
    table: live.table,
    columns: new Map(lost.map(({ column }) => [column, nameOf(column)])),
    next,
  };
}
