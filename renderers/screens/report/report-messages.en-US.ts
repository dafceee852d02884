import type { Texts } from "../../../runtime/language/language.ts";
import type { chineseReport } from "./report-messages.ts";

export const englishReport: Texts<typeof chineseReport> = {
  noColumns: "The report names no columns to show. Check how it is set up.",
  missingTitle: "Parameters are missing",
  missingText: (titles) => `This report needs: ${titles}. Open it from a link that gives them.`,
  firstRows: (count) => `Charts are of the first ${count.toLocaleString("en-US")} rows. Please narrow the search.`,
  readAt: (time) => `Data as of ${time}`,
  readAnew: "Read anew",
  noDrill:
    "This place has no rows of its own to list: it is empty, joins several groups, or is searched by what the list does not know.",
  noRowRules:
    "The rows come from another system and know no data rules: whoever may open this report sees all of them.",
};
