import type { affectedWords } from "./affected-words.ts";

export const englishAffectedWords: typeof affectedWords = {
  report: "report",
  subscription: "report subscription",
  statement: "button statement",
  form: "form",
  page: "page",
  dataRule: "data rule",
  savedQuery: "saved query",
  menu: "menu",
  webhook: "webhook",
};
