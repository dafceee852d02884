import type { Row } from "../../../runtime/model/resolved-model.ts";

/** What a row is called: its title field, in words where it is a reference. */
export function nameOf(row: Row, titleField: string): string {
  return String(row[`${titleField}_dictText`] ?? row[titleField] ?? "");
}
