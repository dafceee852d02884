import { inLanguage } from "../../../runtime/language/language.ts";

/** Spans that a range of dates offers beside its calendar. */
export const chineseDateSpans = {
  today: "今天",
  yesterday: "昨天",
  last7: "近 7 天",
  last30: "近 30 天",
  thisMonth: "本月",
  lastMonth: "上月",
  thisYear: "今年",
} as const;

export const dateSpanMessages = inLanguage("dateSpans", chineseDateSpans);
