import type { Row } from "../../../../runtime/model/resolved-model.ts";
import { systemColumns } from "../../../../runtime/online-forms/names.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { ServerContext } from "../../../context.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import { resolveTableDict } from "../../../models/dict/table-dictionaries.ts";
import { refuseLookUp } from "../../../models/look-ups/may-look-up.ts";
import type { WireQuery } from "../../../models/query/parse-list-query.ts";
import { maxPageSize } from "../../../models/query/parse-list-query.ts";

/**
 * `querySelectOptions`: the entries of one step of a linked choice, below the one chosen before. The table is one that a
 * definition names as a dictionary; a condition is `column = 'value'`, joined by `and`.
 *
 * @throws AppError DICT_CODE_INVALID, FORBIDDEN, or INVALID for a column or a condition that cannot be read
 */
export async function linkOptions(
  { documents, engine }: Pick<ServerContext, "documents" | "engine">,
  query: WireQuery,
  caller: Caller,
): Promise<readonly Row[]> {
  const { table, txt, key, idField, pidField, pidValue, condition } = query;
  const dict = resolveTableDict(documents.current, [table, txt, key].map((part) => String(part ?? "")).join(","));
  refuseLookUp(documents.current, dict.model.id, caller);
  const fieldOf = (column: unknown): string | undefined => {
    if (typeof column !== "string" || column === "") return undefined;
    const name = dict.model.fields.has(column) ? column : (systemColumns.get(column) ?? columnField(column));
    if (name === undefined) throw refuse(`没有字段${quoted(column)}`);
    return name;
  };
  const columnField = (column: string) =>
    [...dict.model.fields.values()].find((field) => field.column === column)?.name;
  const [id, pid] = [fieldOf(idField) ?? "id", fieldOf(pidField)];
  const asked = [
    ...readCondition(condition).map(([column, value]) => ({ field: fieldOf(column), rule: "eq", val: value })),
    ...(pid === undefined || pidValue === undefined ? [] : [{ field: pid, rule: "eq", val: String(pidValue) }]),
  ];
  const conditions = asked.length > 0 ? { superQueryParams: JSON.stringify(asked), superQueryMatchType: "and" } : {};
  const page = await engine.list(
    dict.model.id,
    { ...dict.where, ...conditions, pageSize: String(maxPageSize) },
    caller,
  );
  return page.records.map((row) => ({
    id: row[id],
    pid: pid === undefined ? null : row[pid],
    store: row[dict.value],
    label: row[dict.text],
  }));
}

const equality = /^\s*(\w+)\s*=\s*'([^']*)'\s*$/;

function readCondition(condition: unknown): readonly (readonly [column: string, value: string])[] {
  if (condition === undefined || condition === null || String(condition).trim() === "") return [];
  return String(condition)
    .split(/\band\b/i)
    .map((part) => {
      const [, column, value] = equality.exec(part) ?? [];
      if (column === undefined || value === undefined) throw refuse("条件只能是 字段 = '值'，用 and 连接");
      return [column, value] as const;
    });
}
