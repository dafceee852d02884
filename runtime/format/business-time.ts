/** Of an installation that sets no other. */
export const defaultTimeZone = "Asia/Shanghai";

/** `yyyy-MM-dd HH:mm:ss` in a time zone, as the wire and the tables have it. */
export function businessTime(at: Date = new Date(), timeZone = defaultTimeZone): string {
  return at.toLocaleString("sv-SE", { timeZone });
}
