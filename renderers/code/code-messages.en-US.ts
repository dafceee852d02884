import type { Texts } from "../../runtime/language/language.ts";
import type { chineseCode } from "./code-messages.ts";

export const englishCode: Texts<typeof chineseCode> = {
  wayOut: "Press Esc, then Tab to leave the editor",
  leaving: "Press Tab to leave the editor",
  readOnly: "Read-only",
  place: (line, column) => `Line ${line}, column ${column}`,
  sql: {
    hint: "Read-only, 10,000 rows a page at most",
    format: "Format",
    parse: "Read columns",
    parsing: "Reading",
    parsed: (fields, params) => `Valid: ${fields} columns, ${params} parameters`,
    taken: (added, removed) => `Columns updated: ${added} added, ${removed} removed`,
    empty: "Enter one SELECT statement",
    notFormatted: "The statement is wrong and was not formatted",
    noCatalogue: "Tables could not be read; only keywords are offered",
    table: "Table",
    param: "Parameter",
    variable: "System variable",
  },
};
