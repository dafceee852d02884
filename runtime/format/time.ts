/**
 * Writes a wire time (`yyyy-MM-dd HH:mm:ss`, also with `T` or without a time) in a pattern of
 * YYYY MM DD HH mm ss. The wire is already in the business time zone, so no clock takes part.
 * A text that is no time comes back unchanged.
 *
 * @example formatTime("2024-11-21 14:32:08", "YYYY-MM-DD HH:mm") // "2024-11-21 14:32"
 */
export function formatTime(value: unknown, pattern: string): string {
  const text = String(value);
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text);
  if (!parts) return text;
  const [, year = "", month = "", day = "01", hour = "00", minute = "00", second = "00"] = parts;
  const byToken: Record<string, string> = { YYYY: year, MM: month, DD: day, HH: hour, mm: minute, ss: second };
  return pattern.replace(/YYYY|MM|DD|HH|mm|ss/g, (token) => byToken[token] ?? token);
}
