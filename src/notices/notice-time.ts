import { messages } from "../messages/messages.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * When a notice was sent, as short as it can be told: 刚刚, 10 分钟前, 3 小时前, 昨天 17:20, 11-19 16:05, 2025-11-19.
 *
 * @param sentAt `yyyy-MM-dd HH:mm:ss`
 * @param now epoch milliseconds
 */
export function tellTime(sentAt: string, now: number): string {
  const at = new Date(sentAt.replace(" ", "T")).getTime();
  if (Number.isNaN(at)) return sentAt;
  const { justNow, minutesAgo, hoursAgo, yesterday } = messages.notices.time;
  const [date = "", clock = ""] = [sentAt.slice(0, 10), sentAt.slice(11, 16)];
  const age = now - at;
  if (age >= 0 && age < minuteMs) return justNow;
  if (age >= 0 && age < 60 * minuteMs) return minutesAgo(Math.floor(age / minuteMs));
  if (age >= 0 && dayOf(now) === date) return hoursAgo(Math.floor(age / (60 * minuteMs)));
  if (dayOf(now - dayMs) === date) return yesterday(clock);
  return dayOf(now).slice(0, 4) === date.slice(0, 4) ? `${date.slice(5)} ${clock}` : date;
}

function dayOf(at: number): string {
  const day = new Date(at);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
