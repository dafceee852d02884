import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { readMoment, writeMoment } from "./moments.ts";

/**
 * Sample rows are made as if the first start were at noon, so that every start of a day makes the same ones. Moments of
 * that morning then stretch or shrink to the time that the day has really had: the newest row is minutes old, none is in
 * the future, and what came first stays first.
 */
export interface WholeDay {
  /** The moment that rows are made for, `yyyy-MM-dd HH:mm:ss`. */
  readonly noon: string;
  /** A moment of the made morning at its real place; everything else as it is. */
  place(moment: string): string;
  /** The rows with the moments of their date-time fields in place. */
  placeRows(model: ResolvedModel, rows: readonly Values[]): readonly Values[];
}

type Values = Readonly<Record<string, unknown>>;

/** @param now the first start, `yyyy-MM-dd HH:mm:ss` */
export function createWholeDay(now: string): WholeDay {
  const day = now.slice(0, 10);
  const noon = `${day} 12:00:00`;
  const midnight = readMoment(day);
  const share = (readMoment(now) - midnight) / (readMoment(noon) - midnight);
  const place = (moment: string): string => {
    if (moment.length !== noon.length || !moment.startsWith(day) || moment > noon) return moment;
    return writeMoment(midnight + Math.floor(((readMoment(moment) - midnight) * share) / 1000) * 1000);
  };
  const placeRows = (model: ResolvedModel, rows: readonly Values[]) => {
    const names = [...model.fields.values()].filter(({ type }) => type === "datetime").map(({ name }) => name);
    return rows.map((row) => {
      const moved = names.filter((name) => typeof row[name] === "string" && place(row[name]) !== row[name]);
      if (moved.length === 0) return row;
      return { ...row, ...Object.fromEntries(moved.map((name) => [name, place(String(row[name]))])) };
    });
  };
  return { noon, place, placeRows };
}
