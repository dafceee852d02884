import type { Expression, SqlBool } from "kysely";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
export function searchCondition(_field: ResolvedField, _text: string, _table: string): Expression<SqlBool> | undefined {
  return undefined;
}
