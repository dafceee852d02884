import type { OnlineFormDefinition } from "../../../runtime/online-forms/definition.ts";

type Named = Pick<OnlineFormDefinition, "fields">;

/**
 * Makes refusals after a renaming readable: what still speaks of a column that is gone says which field that was.
 *
 * @param before the form as it was; undefined for a new one
 * @example explain("索引 u 的字段 name 不存在") // "索引 u 的字段 name 不存在（字段“名称”已改名为 label）"
 */
export function explainFormerNames(before: Named | undefined, after: Named): (message: string) => string {
  const now = new Map(after.fields.map((field) => [field.id, field]));
  const current = new Set(after.fields.map(({ dbFieldName }) => dbFieldName));
  const gone = new Map(
    (before?.fields ?? []).flatMap(({ id, dbFieldName: name }) => {
      const field = now.get(id);
      return field && !current.has(name) ? [[name, field] as const] : [];
    }),
  );
  return (message) => {
    const field = message
      .split(/[^a-z0-9_]+/)
      .map((word) => gone.get(word))
      .find((found) => found !== undefined);
    return field ? `${message}（字段“${field.dbFieldTxt}”已改名为 ${field.dbFieldName}）` : message;
  };
}
