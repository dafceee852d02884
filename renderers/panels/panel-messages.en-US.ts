import type { Texts } from "../../runtime/language/language.ts";
import type { chinesePanels } from "./panel-messages.ts";

const short = (value: number, digits: number): string =>
  value.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: digits });

export const englishPanels: Texts<typeof chinesePanels> = {
  empty: "No data yet.",
  noTasks: "All done, nothing waits.",
  todayHas: "Today: ",
  dayPattern: "YYYY-MM-DD",
  today: (day: string) => `Today is ${day}`,
  taskComma: ", ",
  since: (time) => `Since ${time}`,
  noNotices: "No notices yet.",
  allNotices: "Show all",
  unread: "Unread",
  urgent: "Urgent",
  important: "Important",
  notFilled: "Not given",
  others: "Others",
  total: "Total",
  savePicture: (title) => `${title}: save as a picture`,
  yesterday: "Yesterday",
  rose: "Up",
  fell: "Down",
  short: (value) => short(value, 3),
  shortTick: (value) => short(value, 4),
  duration: {
    daysHours: (days, hours) => `${days} d ${hours} h`,
    hoursMinutes: (hours, minutes) => `${hours} h ${minutes} min`,
    minutesSeconds: (minutes, seconds) => `${minutes} min ${seconds} s`,
    seconds: (seconds) => `${seconds} s`,
  },
};
