import { businessTime } from "../../runtime/format/business-time.ts";
import { messages } from "../messages/messages.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * When a notice was sent, as short as it can be told: 刚刚, 10 分钟前, 3 小时前, 昨天 17:20, 11-19 16:05, 2025-11-19.
 *
 * @param sentAt `yyyy-MM-dd HH:mm:ss` in the zone of the business, wherever this browser is
 * @param now epoch milliseconds
 */
export function tellTime(sentAt: string, now: number, timeZone: string): string {
  const at = readUtc(sentAt);
  if (Number.isNaN(at)) return sentAt;
  const current = businessTime(new Date(now), timeZone);
  const dayBefore = businessTime(new Date(now - dayMs), timeZone);
  const { justNow, minutesAgo, hoursAgo, yesterday } = messages.notices.time;
  const [date = "", clock = ""] = [sentAt.slice(0, 10), sentAt.slice(11, 16)];
  const age = readUtc(current) - at;
  if (age >= 0 && age < minuteMs) return justNow;
  if (age >= 0 && age < 60 * minuteMs) return minutesAgo(Math.floor(age / minuteMs));
  if (age >= 0 && current.slice(0, 10) === date) return hoursAgo(Math.floor(age / (60 * minuteMs)));
  if (dayBefore.slice(0, 10) === date) return yesterday(clock);
  return current.slice(0, 4) === date.slice(0, 4) ? `${date.slice(5)} ${clock}` : date;
}

/** Both times are of one zone, so that any zone tells how far they lie apart. */
const readUtc = (text: string): number => new Date(`${text.replace(" ", "T")}Z`).getTime();
