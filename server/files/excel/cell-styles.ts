import type { SheetColumn } from "./sheet.ts";

/** Decimal places that have a format of their own; a longer number is shown whole. */
const mostPlaces = 6;

/** Formats of Excel's own have numbers below 164. */
const formats: readonly string[] = [
  "yyyy-mm-dd",
  "yyyy-mm-dd hh:mm:ss",
  ...Array.from({ length: mostPlaces }, (_, at) => `#,##0.${"0".repeat(at + 1)}`),
];
const firstFormat = 164;

/** Indexes into `cellXfs`. */
export const styles = { heading: 1, text: 2, integer: 3, general: 0, date: 4, datetime: 5 } as const;
const firstPlaces = 6;

/** The part of a workbook that says how cells look. */
export const stylesXml = (declaration: string, mainSpace: string): string =>
  `${declaration}<styleSheet xmlns="${mainSpace}"><numFmts count="${formats.length}">${formats
    .map((code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${code}"/>`)
    .join(
      "",
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${
    4 + formats.length
  }"><xf/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment horizontal="center"/></xf><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/>${formats
    .map((_, at) => `<xf numFmtId="${firstFormat + at}" applyNumberFormat="1"/>`)
    .join("")}</cellXfs></styleSheet>`;

/** The style of a number by the places of its column; without any it is shown as it is. */
export function numberStyle({ scale }: Pick<SheetColumn, "scale">): number {
  if (scale === undefined || scale > mostPlaces) return styles.general;
  return scale === 0 ? styles.integer : firstPlaces + scale - 1;
}

const dayMs = 86_400_000;
/** Day 0 of a sheet's calendar, as days before 1970. */
const epochDays = 25_569;

/**
 * A date of the wire as a sheet counts days.
 *
 * @returns undefined for what is no date, and before March 1900, where sheets count a day that never was
 * @example serialOf("2026-11-21 12:00:00") // 46347.5
 */
export function serialOf(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  const time = Date.UTC(year, month - 1, day, hour, minute, second);
  if (new Date(time).getUTCDate() !== day || hour > 23) return undefined;
  const serial = time / dayMs + epochDays;
  return serial >= 61 ? Number(serial.toFixed(8)) : undefined;
}
