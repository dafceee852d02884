import type { Row } from "../model/resolved-model.ts";
import { type PivotOp, summaries } from "./pivot.ts";

/** What rows with the same place on the axis are summed up to. */
export interface GroupedRows {
  /** One row for each place: what all of its rows have in common, and the figures summed up. */
  readonly rows: readonly Row[];
  /** One name for each line; empty where one column gives no lines of its own. */
  readonly lines: readonly string[];
  /** By line, then by row: the figure that the line has there. */
  readonly cells: readonly (readonly (number | undefined)[])[];
}

export interface Grouping {
  readonly x: string;
  readonly y: readonly string[];
  readonly op: PivotOp;
  /** A line for each value of this column, of the first `y`. */
  readonly series?: string | undefined;
  /** Days and months run from left to right, whatever order the rows came in. */
  readonly inTime: boolean;
}

/**
 * Rows that share a place on the axis become one: a report has a row for each day and store, its trend one for each day.
 * Places stand in the order in which they came, days and months in that of the calendar.
 */
export function byGroup(rows: readonly Row[], { x, y, op, series, inTime }: Grouping): GroupedRows {
  const byPlace = new Map<string, Row[]>();
  for (const row of rows) {
    const place = String(row[x] ?? "");
    const known = byPlace.get(place);
    if (known) known.push(row);
    else byPlace.set(place, [row]);
  }
  const places = [...byPlace.keys()];
  if (inTime && places.every((place) => /^\d{4}-\d\d(-\d\d)?/.test(place))) places.sort();
  const groups = places.map((place) => byPlace.get(place) ?? []);
  const figure = (some: readonly Row[], name: string) =>
    summaries[op](some.flatMap((row) => numberOf(row[name]) ?? []));
  const lines = series === undefined ? [] : [...new Set(rows.map((row) => String(row[series] ?? "")))];
  const cells =
    series === undefined
      ? y.map((name) => groups.map((group) => figure(group, name)))
      : lines.map((line) =>
          groups.map((group) =>
            figure(
              group.filter((row) => String(row[series] ?? "") === line),
              y[0] ?? "",
            ),
          ),
        );
  return {
    rows: groups.map((group) => ({
      ...shared(group),
      ...Object.fromEntries(y.map((name) => [name, figure(group, name)])),
    })),
    lines,
    cells,
  };
}

/** The fields that are the same in all rows of a group. */
function shared([first = {}, ...others]: readonly Row[]): Row {
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((row) => row[name] === value)),
  );
}

function numberOf(stored: unknown): number | undefined {
  if (stored === null || stored === undefined || stored === "") return undefined;
  const value = Number(stored);
  return Number.isFinite(value) ? value : undefined;
}
