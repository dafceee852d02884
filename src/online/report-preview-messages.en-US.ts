import type { Texts } from "../../runtime/language/language.ts";
import type { chineseReportDesigner } from "./report-preview-messages.ts";

export const englishReportDesigner: Texts<typeof chineseReportDesigner> = {
  title: "Preview",
  run: "Run",
  rerun: "Run again",
  kinds: { bar: "Bars", line: "Lines", pie: "Ring", table: "Table" },
  idle: "Run it to see the result here; nothing is stored.",
  noSql: "Write a statement first.",
  noRows: "No matching rows.",
  noFigures: "The result has no numeric column to draw; see the table.",
  changed: "The statement was changed after this result.",
  failed: "The query failed",
  count: (shown, total, ms) =>
    shown < total ? `${total} rows, the first ${shown} shown, ${ms} ms` : `${total} rows, ${ms} ms`,
  noRowRules: "This source knows no data rules: whoever may open the report sees every row.",
  explain: "Query plan",
  params: "Parameters",
  chart: (title) => `Chart of ${title || "the report"}`,
  x: "Axis",
  y: "Figures",
};
