import { inLanguage } from "../../../runtime/language/language.ts";

/** Texts of the calendar of a list. */
export const chineseCalendar = {
  days: (title: string) => `${title}日历`,
  today: "今天",
  isToday: "，今天",
  previous: "上个月",
  next: "下个月",
  month: "选择月份",
  monthFormat: "YYYY年M月",
  count: (count: number) => `${count} 条`,
  ofDay: (day: string, count: number) => `${day}，${count === 0 ? "没有" : `${count} 条`}`,
  more: (count: number) => `还有 ${count} 条`,
  nothing: (title: string) => `这一天没有${title}`,
  add: (label: string, day: string) => `${label}，${day}`,
};

export const calendarMessages = inLanguage("calendar", chineseCalendar);
