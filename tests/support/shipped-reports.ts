import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { DataDocument } from "../../runtime/schema/types.gen.ts";
import { readOnlineReport } from "../../runtime/wire/online-report.ts";
import { resolveDefinition } from "../../server/online/reports/definition.ts";
import { wireColumns, wireQueryInputs } from "../../server/online/reports/report-columns.ts";

/** The columns of the online reports that ship, by the id under which a screen's compiler looks for them. */
export function shippedReportModels(data: Iterable<DataDocument>): [string, ResolvedModel][] {
  const heads = [...data].filter(({ model }) => model === "online/cgreport-head").flatMap(({ rows }) => rows);
  return heads.map((row) => {
    const { head, items } = resolveDefinition({ head: row, items: rowsOf(row.items), params: [] });
    const { model } = readOnlineReport(head.code, { columns: wireColumns(items) }, wireQueryInputs(items, {}));
    return [model.id, model];
  });
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : []);
