import pg from "pg";

/** Type numbers of PostgreSQL, as fixed in its catalogue. */
export const oid = {
  int8: 20,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
} as const;

const asText = (text: string): string => text;
/** `2026-01-02 03:04:05.678+08` → `2026-01-02 03:04:05`: the wire has whole seconds of APP_TZ. */
const toSeconds = (text: string): string => text.slice(0, 19);

/** How both drivers read these types: exact numbers as text, date and time as the wire writes them. */
export const wireParsers: Readonly<Record<number, (text: string) => string>> = {
  [oid.int8]: asText,
  [oid.numeric]: asText,
  [oid.date]: asText,
  [oid.time]: (text) => text.slice(0, 8),
  [oid.timestamp]: toSeconds,
  [oid.timestamptz]: toSeconds,
  [oid.interval]: asText,
};

/** How a value of this type is read from the text in which the database sends it. */
export function readValueOf(typeId: number): (text: string) => unknown {
  return wireParsers[typeId] ?? pg.types.getTypeParser(typeId, "text");
}

/** Makes a bound value the same on both drivers, whose own conversions differ for dates, booleans and objects. */
export function encodeValue(value: unknown, timeZone: string): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value instanceof Date) return wireDateTime(value, timeZone);
  if (typeof value !== "object" || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((item) => encodeValue(item, timeZone));
  return JSON.stringify(value);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant as `yyyy-MM-dd HH:mm:ss` in a time zone such as `Asia/Shanghai`. */
export function wireDateTime(instant: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formats.set(timeZone, format);
  }
  return format.format(instant).replace("T", " ");
}
