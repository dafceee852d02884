import type { ResolvedField, ResolvedModel } from "../../../runtime/model/resolved-model.ts";

/** Target field → wanted value, or several. */
export type Where = Readonly<Record<string, unknown>>;

export type SampleRow = Record<string, unknown>;

/** The rows of one model that this load knows: made now, or read from the table. */
export interface Pool {
  readonly model: ResolvedModel;
  readonly rows: SampleRow[];
  /** Rows that were in the table before; a changed one is updated instead of inserted. */
  readonly stored: Set<SampleRow>;
  readonly changed: Set<SampleRow>;
  add(row: SampleRow): void;
  keepOnly(isKept: (row: SampleRow) => boolean): void;
  find(field: string, value: unknown): SampleRow | undefined;
}

export function createPool(model: ResolvedModel, storedRows: readonly SampleRow[]): Pool {
  const rows: SampleRow[] = [...storedRows];
  const indexes = new Map<string, Map<unknown, SampleRow>>();
  return {
    model,
    rows,
    stored: new Set(storedRows),
    changed: new Set(),
    add(row) {
      rows.push(row);
      for (const [field, index] of indexes) index.set(row[field], row);
    },
    keepOnly(isKept) {
      const kept = rows.filter(isKept);
      rows.length = 0;
      for (const row of kept) rows.push(row);
      indexes.clear();
    },
    find(field, value) {
      let index = indexes.get(field);
      if (!index) {
        index = new Map(rows.map((row) => [row[field], row]));
        indexes.set(field, index);
      }
      return index.get(value);
    },
  };
}

export type Pools = ReadonlyMap<string, Pool>;

/** The row that a reference field names. */
export function referencedRow(pools: Pools, field: ResolvedField | undefined, value: unknown): SampleRow | undefined {
  if (field?.dict?.kind !== "model" || value === null || value === undefined) return undefined;
  return pools.get(field.dict.model)?.find(field.dict.value, value);
}

/**
 * Reads `memberId.serviceStoreId.branchCode` from a row: every step but the last is a reference.
 * `master.x` starts at the parent row.
 */
export function readPath(
  pools: Pools,
  model: ResolvedModel,
  row: SampleRow,
  path: string,
  master?: { readonly model: ResolvedModel; readonly row: SampleRow },
): unknown {
  const steps = path.split(".");
  let at: { model: ResolvedModel; row: SampleRow } = { model, row };
  if (steps[0] === "master" && master) {
    at = master;
    steps.shift();
  }
  for (const [index, step] of steps.entries()) {
    const value = at.row[step];
    if (index === steps.length - 1) return value ?? null;
    const field = at.model.fields.get(step);
    const next = referencedRow(pools, field, value);
    if (!next || field?.dict?.kind !== "model") return null;
    const pool = pools.get(field.dict.model);
    if (!pool) return null;
    at = { model: pool.model, row: next };
  }
  return null;
}

/** True when the row has the wanted values; a list means any of them. */
export function matches(row: SampleRow, where: Where): boolean {
  return Object.entries(where).every(([field, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(row[field]) : row[field] === wanted,
  );
}
