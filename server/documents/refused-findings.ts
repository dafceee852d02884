import type { Diagnostic } from "../../runtime/schema/diagnostic.ts";
import type { TableChangeRefused } from "../db/tables/table-change-refused.ts";
import type { DocumentStore } from "./load-documents.ts";

/** LC2023: what a table refused, at the model that asked for it. */
export function refusedFindings({ changes }: TableChangeRefused, { models }: DocumentStore): readonly Diagnostic[] {
  return changes.map(({ table, reason, statement }) => {
    const [id] = [...models].find(([, model]) => model.table === table && model.of === undefined) ?? [table];
    const message = `表 ${table} 没有改：${reason}（${statement}）`;
    return { code: "LC2023", severity: "error", file: `${id}.model.json`, line: 1, column: 1, path: "", message };
  });
}
