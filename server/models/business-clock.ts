/** A clock that tells the time of a zone as the wire writes it: `yyyy-MM-dd HH:mm:ss`. */
export function createBusinessClock(timeZone: string, now: () => Date = () => new Date()): () => string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return () => {
    const read = Object.fromEntries(parts.formatToParts(now()).map((part) => [part.type, part.value]));
    return `${read.year}-${read.month}-${read.day} ${read.hour}:${read.minute}:${read.second}`;
  };
}
