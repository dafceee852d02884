import { type Expression, type SqlBool, sql } from "kysely";
import type { ResolvedField } from "../../../runtime/model/resolved-model.ts";
import { mayContain } from "../../db/search-bigrams.ts";

/** The condition by which a search field's index is used; undefined for a text that the index cannot look up. */
export function searchCondition(field: ResolvedField, text: string, table: string): Expression<SqlBool> | undefined {
  return mayContain(sql.ref(`${table}.${field.column}`), text);
}
