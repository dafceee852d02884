export type Figure = number | undefined;

export interface ChartSeries {
  readonly name: string;
  /** One for each label; undefined where none is stored. */
  readonly values: readonly Figure[];
  /** The value as people read it. */
  text(value: Figure): string;
}

/** Lines, areas and bars over one axis of names. */
export interface XySpec {
  readonly kind: "line" | "area" | "bar";
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly stacked: boolean;
  readonly horizontal: boolean;
}

export interface PieSpec {
  readonly kind: "pie";
  readonly parts: readonly { readonly name: string; readonly value: number }[];
}

export interface ScatterSpec {
  readonly kind: "scatter";
  readonly x: string;
  readonly y: string;
  readonly points: readonly { readonly name: string; readonly x: number; readonly y: number }[];
}

export interface HeatSpec {
  readonly kind: "heat-map";
  readonly columns: readonly string[];
  readonly lines: readonly string[];
  /** Places count from 0. */
  readonly cells: readonly { readonly column: number; readonly line: number; readonly value: number }[];
  text(value: Figure): string;
}

/** What a chart shows, whatever draws it. */
export type ChartSpec = XySpec | PieSpec | ScatterSpec | HeatSpec;

/** The same figures as a table, for those who do not see the drawing. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The table behind a chart: its first column names what the others are figures of. */
export function tableOf(spec: ChartSpec): ChartTable {
  switch (spec.kind) {
    case "pie":
      return { columns: ["", ""], rows: spec.parts.map(({ name, value }) => [name, String(value)]) };
    case "scatter":
      return { columns: ["", spec.x, spec.y], rows: spec.points.map(({ name, x, y }) => [name, String(x), String(y)]) };
    case "heat-map":
      return {
        columns: ["", ...spec.columns],
        rows: spec.lines.map((name, line) => [
          name,
          ...spec.columns.map((_, column) =>
            spec.text(spec.cells.find((cell) => cell.line === line && cell.column === column)?.value),
          ),
        ]),
      };
    default:
      return {
        columns: ["", ...spec.series.map(({ name }) => name)],
        rows: spec.labels.map((label, at) => [label, ...spec.series.map(({ values, text }) => text(values[at]))]),
      };
  }
}

/** How many places the arrow keys go through. */
export const placesOf = (spec: ChartSpec): number => tableOf(spec).rows.length;
