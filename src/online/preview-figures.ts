import type { Row } from "../../runtime/model/resolved-model.ts";

/** A column of a result as the server describes it (contract 7.2). */
export interface PreviewColumn {
  readonly fieldName: string;
  readonly fieldTxt: string;
  readonly fieldType: string;
  readonly dictCode?: string;
}

export interface PreviewResult {
  readonly records: readonly Row[];
  readonly total: number;
  readonly hasMore: boolean;
  /** At the database, in milliseconds. */
  readonly ms: number;
  readonly columns: readonly PreviewColumn[];
  /** False where the source is another system, which knows nobody's data rules. */
  readonly hasRowRules: boolean;
  /** The plan in words, one step a line. */
  readonly explain: readonly string[];
}

const numeric: ReadonlySet<string> = new Set(["Integer", "Long", "BigDecimal"]);

/** Columns that can be drawn as figures, and those that can name them; all columns when none is left to name. */
export function axesOf(columns: readonly PreviewColumn[]) {
  const figures = columns.filter(({ fieldType }) => numeric.has(fieldType));
  const names = columns.filter((column) => !figures.includes(column));
  return { figures, names: names.length > 0 ? names : columns };
}

/** What a chart draws; columns by name. */
export interface ChartChoice {
  readonly kind: "bar" | "line" | "pie" | "pivot" | "table";
  readonly x: string | undefined;
  readonly y: readonly string[];
  /** A line, a pile or a column of the pivot table for each of its values. */
  readonly series?: string | undefined;
}

/** The choice as far as the result still has its columns; what is missing is chosen anew. */
export function settleChoice(choice: ChartChoice, columns: readonly PreviewColumn[]): ChartChoice {
  const { figures, names } = axesOf(columns);
  const y = choice.y.filter((name) => figures.some(({ fieldName }) => fieldName === name));
  const x = names.some(({ fieldName }) => fieldName === choice.x) ? choice.x : names[0]?.fieldName;
  const series = names.some(({ fieldName }) => fieldName === choice.series && fieldName !== x)
    ? choice.series
    : undefined;
  return { kind: choice.kind, x, y: y.length > 0 ? y : figures.slice(0, 1).map(({ fieldName }) => fieldName), series };
}
