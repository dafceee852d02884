import { inSentence, type Texts } from "../../../runtime/language/language.ts";
import type { chineseCalendar } from "./calendar-messages.ts";

export const englishCalendar: Texts<typeof chineseCalendar> = {
  days: (title) => `Calendar of ${inSentence(title)}`,
  today: "Today",
  isToday: ", today",
  previous: "Previous month",
  next: "Next month",
  month: "Choose a month",
  monthFormat: "MMMM YYYY",
  count: (count) => `${count}`,
  ofDay: (day, count) => `${day}: ${count === 0 ? "none" : count}`,
  more: (count) => `${count} more`,
  nothing: (title) => `No ${inSentence(title)} on this day`,
  add: (label, day) => `${label}, ${day}`,
};
