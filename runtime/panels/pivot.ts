import { sumOf } from "../expr/decimal.ts";

export type PivotOp = "sum" | "count" | "max" | "min" | "avg";

/** One figure of one place, as it came: `at` names the groups, the outer first. */
export interface PivotFact {
  readonly line: readonly string[];
  readonly column: string;
  /** One for each value column; undefined where none is stored. */
  readonly values: readonly (number | undefined)[];
}

export interface PivotLine {
  readonly names: readonly string[];
  /** One list for each column, one figure for each value column; undefined where nothing came together. */
  readonly cells: readonly (readonly (number | undefined)[])[];
  /** Over all columns. */
  readonly total: readonly (number | undefined)[];
}

export interface Pivot {
  readonly columns: readonly string[];
  readonly lines: readonly PivotLine[];
  /** Over all lines. */
  readonly total: PivotLine;
}

export const summaries: Readonly<Record<PivotOp, (values: readonly number[]) => number | undefined>> = {
  sum: (values) => (values.length > 0 ? (sumOf(values) ?? undefined) : undefined),
  count: (values) => values.length,
  max: (values) => (values.length > 0 ? values.reduce((one, other) => Math.max(one, other)) : undefined),
  min: (values) => (values.length > 0 ? values.reduce((one, other) => Math.min(one, other)) : undefined),
  avg: (values) => (values.length > 0 ? (sumOf(values) ?? 0) / values.length : undefined),
};

/**
 * Sums rows up where groups cross. Lines and columns stand in the order in which they came; totals are taken from the
 * facts, not from the cells, so that an average of averages does not appear.
 *
 * @param width how many value columns there are
 */
export function pivotOf(facts: readonly PivotFact[], width: number, op: PivotOp): Pivot {
  const columns = [...new Set(facts.map(({ column }) => column))];
  const byLine = new Map<string, PivotFact[]>();
  for (const fact of facts) {
    const key = JSON.stringify(fact.line);
    const known = byLine.get(key);
    if (known) known.push(fact);
    else byLine.set(key, [fact]);
  }
  const figures = (some: readonly PivotFact[]) =>
    Array.from({ length: width }, (_, at) => summaries[op](some.flatMap(({ values }) => values[at] ?? [])));
  const lineOf = (names: readonly string[], some: readonly PivotFact[]): PivotLine => {
    const byColumn = new Map<string, PivotFact[]>();
    for (const fact of some) byColumn.set(fact.column, [...(byColumn.get(fact.column) ?? []), fact]);
    const cells = columns.map((column) => {
      const here = byColumn.get(column);
      return here ? figures(here) : Array.from({ length: width }, () => undefined);
    });
    return { names, cells, total: figures(some) };
  };
  return {
    columns,
    lines: [...byLine.values()].map((some) => lineOf(some[0]?.line ?? [], some)),
    total: lineOf([], facts),
  };
}
