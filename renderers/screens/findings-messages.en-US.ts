import type { Texts } from "../../runtime/language/language.ts";
import type { chineseFindings } from "./findings-messages.ts";

export const englishFindings: Texts<typeof chineseFindings> = {
  title: (errors, warnings) => `Documents: ${errors} errors, ${warnings} warnings`,
  hint: "Goes when the file is repaired; a document with errors stays as it was when it was sound",
  open: (place) => `Open ${place} in the editor`,
  opened: "The editor was asked to open this place",
  copied: (place) => `No editor is connected; ${place} was copied`,
  notOpened: (place) => `No editor is connected: ${place}`,
  error: "Error",
  warning: "Warning",
};
