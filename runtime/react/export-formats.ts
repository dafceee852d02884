import type { ButtonPlan } from "../compile/plan.ts";
import type { ListStore } from "./list-store.ts";

/** What an export can be written as. */
export type ExportFormat = "xlsx" | "csv" | "xls" | "pdf";

/** Rows that a format holds; the server refuses more. */
export const formatRows: Readonly<Partial<Record<ExportFormat, number>>> = { xls: 65_533, pdf: 20_000 };

/** What an export of this list can be written as, the usual one first. */
export function exportFormats(store: ListStore, { source }: ButtonPlan): readonly ExportFormat[] {
  const wanted = "formats" in source ? source.formats : undefined;
  return store.exportCall() ? (wanted ?? ["xlsx", "csv", "xls", "pdf"]) : ["csv"];
}

/** From here on an export is offered as a background task: a browser waits minutes for it and loses it with the page. */
export const backgroundRows = 20_000;

/** How many rows an export of this list would have: the chosen ones, or all that match. */
export const exportCount = ({ selected, total, isAllMatching }: ListStore): number =>
  selected.size > 0 && !isAllMatching ? selected.size : total;

/** Whether an export can be made in the background. */
export const mayExportLater = (store: ListStore): boolean => store.exportCall()?.source !== undefined;
