import { numberOf, roundTo } from "../expr/decimal.ts";
import type { Row } from "../model/resolved-model.ts";
import type { StoreColumn } from "./row-store-types.ts";

interface Total {
  readonly key: string;
  /** Units per one: 100 for cents. */
  readonly factor: number;
  readonly scale: number;
  /** Sum in integer units, so that adding and taking away a million times ends where it began. */
  units: number;
  count: number;
}

/** Sums and averages of the columns that show them, kept up to date by every write. */
export class ColumnTotals {
  readonly #totals: readonly Total[];

  constructor(columns: readonly StoreColumn[]) {
    this.#totals = columns
      .filter((column) => column.summary !== undefined)
      .map(({ key, scale = 2 }) => {
        const places = Math.max(0, Math.min(6, scale));
        return { key, scale: places, factor: 10 ** places, units: 0, count: 0 };
      });
  }

  clear(): void {
    for (const total of this.#totals) {
      total.units = 0;
      total.count = 0;
    }
  }

  /** Takes many rows in. */
  add(rows: readonly Row[]): void {
    for (const total of this.#totals) {
      const { key } = total;
      for (const row of rows) {
        const units = unitsOf(row[key], total);
        if (units === undefined) continue;
        total.units += units;
        total.count += 1;
      }
    }
  }

  /** Takes the old row out and the new one in; undefined = there is none. Answers whether any total moved. */
  replace(before: Row | undefined, after: Row | undefined): boolean {
    let hasMoved = false;
    for (const total of this.#totals) {
      const { key } = total;
      if (before && after && Object.is(before[key], after[key])) continue;
      const old = before ? unitsOf(before[key], total) : undefined;
      const next = after ? unitsOf(after[key], total) : undefined;
      if (old === next) continue;
      total.units += (next ?? 0) - (old ?? 0);
      total.count += (next === undefined ? 0 : 1) - (old === undefined ? 0 : 1);
      hasMoved = true;
    }
    return hasMoved;
  }

  /** 0 for no rows; undefined for a column without statistics. */
  sum(key: string): number | undefined {
    const total = this.#find(key);
    return total && total.units / total.factor + 0;
  }

  /** Of the rows that have a number, rounded half-up to the column's places; null when there is none. */
  average(key: string): number | null | undefined {
    const total = this.#find(key);
    if (!total) return undefined;
    return total.count === 0 ? null : roundTo(total.units / total.factor / total.count, total.scale);
  }

  #find(key: string): Total | undefined {
    return this.#totals.find((total) => total.key === key);
  }
}

function unitsOf(value: unknown, total: Total): number | undefined {
  const number = numberOf(value);
  if (number === null) return undefined;
  const scaled = Math.round(number * total.factor);
  // Beyond the column's places the decimal text decides, not the binary product.
  if (scaled / total.factor === number) return scaled;
  return Math.round((roundTo(number, total.scale) ?? 0) * total.factor);
}
