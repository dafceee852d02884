import type { Texts } from "../../runtime/language/language.ts";
import type { chineseCode } from "./code-messages.ts";

export const englishCode: Texts<typeof chineseCode> = {
  wayOut: "Press Esc, then Tab to leave the editor",
  leaving: "Press Tab to leave the editor",
  readOnly: "Read-only",
  place: (line, column) => `Line ${line}, column ${column}`,
};
