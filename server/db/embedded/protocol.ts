/** What the embedded database's worker is started with. */
export interface WorkerStart {
  /** The cluster's folder; its parent exists. */
  readonly clusterDir: string;
  readonly timeZone: string;
  /** false only in tests that need no durability: no fsync at all. */
  readonly durable: boolean;
  /** Element 0 not 0: every write fails as on a full disk. For fault tests. */
  readonly fault?: Int32Array;
}

export type Request =
  | {
      readonly kind: "query";
      readonly id: number;
      readonly text: string;
      readonly values: readonly unknown[];
    }
  | { readonly kind: "close" };

export interface QueryResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
}

/** An error as it crosses the thread: the fields of a PostgreSQL error that callers use. */
export interface WireError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
  readonly detail?: string | undefined;
  /** Error name of the last failed host write (ENOSPC, EROFS …) since the previous answer. */
  readonly hostFailure?: string | undefined;
  /** The engine stopped; the worker has to be replaced. */
  readonly fatal: boolean;
}

export type Response =
  | { readonly kind: "ready"; readonly syncs: number; readonly openMs: number }
  | { readonly kind: "failed"; readonly error: WireError }
  | { readonly kind: "result"; readonly id: number; readonly result: QueryResult }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  /** A host write failed just now; comes at once, also when the engine never answers again. */
  | { readonly kind: "hostFailure"; readonly code: string }
  | { readonly kind: "closed" };
