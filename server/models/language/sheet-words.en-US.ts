import { englishWords } from "../../../runtime/format/words.en-US.ts";
import type { Texts } from "../../../runtime/language/language.ts";
import type { chineseSheetWords } from "./sheet-words.ts";

export const englishSheetWords: Texts<typeof chineseSheetWords> = {
  list: (title) => `${title} list`,
  exportedBy: (name) => `Exported by: ${name}`,
  template: (title) => `${title} import template`,
  templateHint: (first) => `Columns with * are required. Begin in row ${first} and leave the header as it is`,
  reportName: (time) => `Import errors_${time}`,
  nextMistake: "; ",
  colon: englishWords.colon,
  total: "Total",
  yes: englishWords.yes,
  no: englishWords.no,
};
