import type { Texts } from "../../runtime/language/language.ts";
import type { chineseImport } from "./import-messages.ts";

export const englishImport: Texts<typeof chineseImport> = {
  title: "Import EXCEL",
  choose: "Choose file",
  chooseOther: "Choose another",
  drop: "Click to choose, or drag a file here",
  hint: ".xls or .xlsx, up to 50 MB. If any row is wrong, nothing of the file is imported",
  none: "No file chosen",
  start: "Import",
  template: "Download template",
  templateName: (title) => `${title} import template`,
  templateHint: "A file made from the template passes at once:",
  wrongType: "Choose a .xls or .xlsx file",
  tooLarge: "The file is larger than 50 MB. Please import it in parts",
  failed: "The file could not be uploaded",
  failedBecause: (name, reason) => `${name}: ${reason}`,
  sending: (percent) => `Uploading ${percent}%`,
  checking: "Checking and importing. Please keep the page open",
  detail: "Download the list of errors",
  detailFailed: "The file could not be downloaded",
};
