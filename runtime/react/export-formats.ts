import type { ButtonPlan } from "../compile/plan.ts";
import type { ListStore } from "./list-store.ts";

/** What an export can be written as. Only the old .xls ends at 65,533 rows; the server refuses more. */
export type ExportFormat = "xlsx" | "csv" | "xls";

/** What an export of this list can be written as, the usual one first. */
export function exportFormats(store: ListStore, { source }: ButtonPlan): readonly ExportFormat[] {
  const wanted = "formats" in source ? source.formats : undefined;
  return store.exportCall() ? (wanted ?? ["xlsx", "csv", "xls"]) : ["csv"];
}
