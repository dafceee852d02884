import type { Row } from "../model/resolved-model.ts";

/** Why a cell is wrong; undefined = right. Empty cells come here too, except to `unique` and after a failed `required`. */
export type CellTest = (value: unknown, row: Row) => string | undefined;
export type AsyncCellTest = (value: unknown, row: Row) => Promise<string | undefined>;

/** One rule of a column. Rules are tried in order; the first that fails gives the message. */
export type CellCheck =
  | { readonly kind: "required"; readonly message: string }
  /** The value stands in no other row; empty values do not count. */
  | { readonly kind: "unique"; readonly message: string }
  | { readonly kind: "test"; readonly test: CellTest }
  /** Asked after every other rule has passed; an answer for a value that is no longer there is dropped. */
  | { readonly kind: "async"; readonly test: AsyncCellTest };

export interface StoreColumn {
  readonly key: string;
  readonly checks?: readonly CellCheck[];
  readonly summary?: "sum" | "average";
  /** Decimal places of the sums, 0…6; default 2. */
  readonly scale?: number;
}

export interface RowStoreOptions {
  readonly columns: readonly StoreColumn[];
  /** Field that identifies a stored row; default `id`. */
  readonly rowKey?: string;
  /** Field that is renumbered from 1 when rows are moved or put between others. */
  readonly orderField?: string;
  readonly isDisabled?: (row: Row) => boolean;
  /** Fills in computed cells; returns the same row when nothing changes. Runs on every edited and inserted row. */
  readonly compute?: (row: Row) => Row;
  /** Undoable steps that are kept; default 100. */
  readonly undoLimit?: number;
}

export interface CellError {
  readonly id: string;
  readonly key: string;
  readonly message: string;
}

export interface RowStoreMeta {
  readonly size: number;
  readonly inserted: number;
  readonly edited: number;
  readonly removed: number;
  readonly errors: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What a save needs to send. Rows are in table order; inserted rows carry no id. */
export interface RowStoreChanges {
  readonly inserted: readonly Row[];
  readonly updated: readonly Row[];
  readonly deleteIds: readonly string[];
}
