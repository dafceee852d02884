/** Today's part and the counter of a serial number: `SO{yyMMdd}{000000}`. */
export interface SerialPattern {
  /** `yyyy-MM-dd HH:mm:ss` → the key under which the counter runs; "" when it never starts again. */
  periodOf(moment: string): string;
  write(moment: string, counter: number): string;
}

const dateParts: Readonly<Record<string, readonly [number, number]>> = {
  yyyy: [0, 4],
  yy: [2, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
};
const periods: Readonly<Record<string, number>> = { day: 10, month: 7, year: 4 };

/** @param reset `day`, `month` or `year`; anything else counts on for ever */
export function parseSerialPattern(pattern: string, reset?: string): SerialPattern {
  const length = periods[reset ?? ""] ?? 0;
  const parts = pattern.split(/\{([^}]*)\}/);
  return {
    periodOf: (moment) => moment.slice(0, length),
    write: (moment, counter) =>
      parts.map((part, index) => (index % 2 === 0 ? part : writeToken(part, moment, counter))).join(""),
  };
}

function writeToken(token: string, moment: string, counter: number): string {
  if (/^0+1?$/.test(token)) return String(counter).padStart(token.length, "0");
  if (token === "A00")
    return `${String.fromCharCode(65 + Math.floor((counter - 1) / 99))}${String(((counter - 1) % 99) + 1).padStart(2, "0")}`;
  return token.replace(/yyyy|yy|MM|dd|HH|mm|ss/g, (part) => moment.slice(...(dateParts[part] ?? [0, 0])));
}
