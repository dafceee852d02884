import type { Texts } from "../../../runtime/language/language.ts";
import type { chineseExport } from "./export-messages.ts";

export const englishExport: Texts<typeof chineseExport> = {
  title: "Export",
  many: (count) =>
    `${count} rows: better in the background. You are told when the file is there, also after you leave this page.`,
  rows: "Rows",
  chosen: (count) => `The ${count} selected`,
  matching: (count) => `All ${count} that match`,
  columns: "Columns",
  allColumns: "All",
  noColumns: "Choose at least one column",
  format: "Format",
  tooMany: (rows, format) => `More than ${rows} rows do not fit into .${format}`,
  tooManyColumns: (columns) => `A PDF has at most ${columns} columns, choose fewer`,
  now: "Download now",
  later: "In the background",
  failed: "There is nothing to export",
  done: "The export is on its way",
  doneText: "You are told when it is done. The file stays in the export centre for 7 days, for you alone.",
  open: "Open the export centre",
  close: "Stay here",
};
