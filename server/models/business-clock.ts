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
  // A call asks several times within a second, and each reading of the parts takes as long as a small statement's text.
  let known = { second: Number.NaN, text: "" };
  return () => {
    const at = now();
    const second = Math.floor(at.getTime() / 1000);
    if (second !== known.second) {
      const read = Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value]));
      known = { second, text: `${read.year}-${read.month}-${read.day} ${read.hour}:${read.minute}:${read.second}` };
    }
    return known.text;
  };
}
