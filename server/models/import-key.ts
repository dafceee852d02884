import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import type { Caller } from "../auth/caller.ts";
import type { CellValue } from "../files/excel/sheet.ts";
import type { Work } from "./engine-parts.ts";
import { sheetText } from "./import-cells.ts";
import type { Fault } from "./import-problems.ts";
import type { ImportSheet } from "./import-sheet.ts";
import { columnOf } from "./query/to-sql.ts";
import { visibleSql } from "./visible-rows.ts";

/** A line of a file that changes a stored row. */
export interface RowChange {
  readonly rowNumber: number;
  readonly id: string;
  readonly version: unknown;
  /** The filled cells, as a save brings them. */
  readonly body: Row;
  /** What they replaced, once they are stored. */
  readonly before?: Row;
}

/** Fields that a file may name stored rows by: unique texts that the caller reads unmasked. */
export function keyFields(model: ResolvedModel, caller: Caller): ResolvedField[] {
  const access = modelAccess(model, caller);
  return [...model.fields.values()].filter((field) => {
    const allowed = access.get(field.name);
    return field.unique && field.type === "string" && !field.dict && allowed?.visible && !allowed.mask;
  });
}

type Named =
  | { readonly kind: "stored"; readonly id: string; readonly version: unknown }
  | { readonly kind: "absent"; readonly fault: Fault };

/**
 * Which stored row each line names, among those that the caller may change. A line without one is a new row; where only
 * the server gives the key, a text that no row has is a fault.
 */
export async function findByKey(
  work: Work,
  model: ResolvedModel,
  sheet: ImportSheet,
  lines: ImportSheet["rows"],
  key: ResolvedField | undefined,
): Promise<(cells: readonly CellValue[]) => Named | undefined> {
  const at = key ? sheet.columns.indexOf(key) : -1;
  if (!key || at < 0) return () => undefined;
  const same = (text: string) => (key.ignoresCase ? text.toLowerCase() : text);
  const keyOf = (cells: readonly CellValue[]) => same(sheetText(cells[at] ?? null));
  const texts = [...new Set(lines.map(({ cells }) => keyOf(cells)))].filter((text) => text !== "");
  const isGiven = modelAccess(model, work.caller).get(key.name)?.writable === true;
  const found = new Map<string, Named>();
  if (texts.length > 0) {
    const plain = columnOf(key, { model });
    const column = key.ignoresCase ? sql`lower(${plain})` : plain;
    const { rows } = await sql<{ key: unknown; id: unknown; version: unknown }>`
      select ${column} as key, id, version from ${sql.table(model.table)} where ${column} in (${sql.join(texts)})
        and ${visibleSql(model, work.caller, work.now, { reach: "change" })}`.execute(work.trx);
    for (const row of rows) found.set(String(row.key), { kind: "stored", id: String(row.id), version: row.version });
  }
  return (cells) => {
    const text = keyOf(cells);
    if (text === "") return undefined;
    const named = found.get(text);
    if (named || isGiven) return named;
    const message = `${key.title}“${sheetText(cells[at] ?? null)}”不存在，不能更新`;
    return { kind: "absent", fault: { message, field: key.name } };
  };
}
