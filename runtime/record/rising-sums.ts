import { add } from "../expr/decimal.ts";
import { compileBraced } from "../expr/template.ts";
import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import { compileRollupFilter } from "./rollup-rows.ts";

type Row = Record<string, unknown>;
type Rollup = NonNullable<ResolvedField["rollup"]>;

interface RisingSum {
  readonly field: string;
  readonly rollup: Rollup;
  /** The computed field of the child that is added up. */
  readonly source: string;
  readonly value: string;
}

/** Sums of a tree: a row adds up what the rows below it compute from their own sums, so an amount rises to the root. */
export function risingSums(model: ResolvedModel): readonly RisingSum[] {
  return [...model.fields.values()].flatMap(({ name, rollup }) => {
    const source = rollup?.field === undefined ? undefined : model.fields.get(rollup.field);
    if (rollup?.model !== model.id || rollup.op !== "sum" || typeof source?.value !== "string") return [];
    return [{ field: name, rollup, source: source.name, value: source.value }];
  });
}

/**
 * Works the rising sums of all rows of a model out, leaves first, and what the rows compute for the rows above them.
 *
 * @param rows every row of the tree; they are changed
 */
export function raiseSums(model: ResolvedModel, rows: readonly Row[], now: string): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { field, rollup, source, value } of risingSums(model)) {
    const evaluate = compileBraced(value);
    const counts = compileRollupFilter(rollup);
    for (const row of rows) row[field] = 0;
    for (const row of leavesFirst(rows, (one) => byId.get(one[rollup.foreignKey]))) {
      row[source] = evaluate({ row, now, user: {} }) ?? null;
      const parent = byId.get(row[rollup.foreignKey]);
      if (parent && counts(row, now)) parent[field] = add(Number(parent[field]), Number(row[source] ?? 0));
    }
  }
}

function leavesFirst(rows: readonly Row[], parentOf: (row: Row) => Row | undefined): readonly Row[] {
  const depths = new Map<Row, number>();
  const depthOf = (row: Row): number => {
    const way: Row[] = [];
    let at: Row | undefined = row;
    while (at && !depths.has(at) && !way.includes(at)) {
      way.push(at);
      at = parentOf(at);
    }
    let depth = at ? (depths.get(at) ?? -1) : -1;
    for (const one of way.reverse()) {
      depth += 1;
      depths.set(one, depth);
    }
    return depths.get(row) ?? 0;
  };
  return rows
    .map((row) => [depthOf(row), row] as const)
    .sort(([left], [right]) => right - left)
    .map(([, row]) => row);
}
