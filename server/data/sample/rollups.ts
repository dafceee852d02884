import type { ResolvedModel } from "../../../runtime/model/resolved-model.ts";
import { risingSums } from "../../../runtime/record/rising-sums.ts";
import { compileRollupFilter } from "../../../runtime/record/rollup-rows.ts";
import { expressionReads } from "./generator-paths.ts";
import { roundTo } from "./makers.ts";
import type { Pools, SampleRow } from "./pools.ts";

/**
 * Adds what a made row says to the sums that other models keep of it.
 *
 * @param part `early`: sums that a row can add to as soon as it is made; `late`: those that read what `finish` decides.
 *   Sums that rise through a tree are in neither: they need all rows.
 */
export function createRollups(
  model: ResolvedModel,
  pools: Pools,
  now: string,
  part: "early" | "late",
): (row: SampleRow) => void {
  const late = Object.keys(model.sample?.finish ?? {});
  const rising = new Set(risingSums(model).map((sum) => sum.field));
  const all = [...pools.values()].flatMap((pool) =>
    [...pool.model.fields.values()].flatMap((field) => {
      const { rollup } = field;
      if (rollup?.model !== model.id || rising.has(field.name)) return [];
      const read = [rollup.foreignKey, rollup.field, rollup.within?.field, ...expressionReads(rollup.where)];
      return late.some((name) => read.includes(name)) === (part === "late") ? [{ pool, field, rollup }] : [];
    }),
  );
  const adders = all.map(({ pool, field, rollup }) => {
    const counts = compileRollupFilter(rollup);
    const source = rollup.field ?? "id";
    return (row: SampleRow): void => {
      const parent = pool.find("id", row[rollup.foreignKey]);
      if (!parent || !counts(row, now)) return;
      const before = parent[field.name];
      const value = row[source];
      switch (rollup.op) {
        case "count":
          parent[field.name] = Number(before ?? 0) + 1;
          break;
        case "sum":
          parent[field.name] = roundTo(Number(before ?? 0) + Number(value ?? 0), field.scale ?? 2);
          break;
        case "max":
          if (value !== null && value !== undefined && (before === null || before === undefined || value > before)) {
            parent[field.name] = value;
          }
          break;
        case "last":
          parent[field.name] = value ?? null;
      }
      if (pool.stored.has(parent)) pool.changed.add(parent);
    };
  });
  return (row) => {
    for (const add of adders) add(row);
  };
}
