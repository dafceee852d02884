import type { Texts } from "../../../runtime/language/language.ts";
import type { chineseDateSpans } from "./date-messages.ts";

export const englishDateSpans: Texts<typeof chineseDateSpans> = {
  today: "Today",
  yesterday: "Yesterday",
  last7: "Last 7 days",
  last30: "Last 30 days",
  thisMonth: "This month",
  lastMonth: "Last month",
  thisYear: "This year",
};
