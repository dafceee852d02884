import type { AnsweredColumn } from "../database.ts";

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
      /** Messages of PostgreSQL's protocol, as `writeStatement` makes them. */
      readonly message: Uint8Array;
    }
  | { readonly kind: "close" };

/** Statements that are sent in one message with another: `begin` before it, `commit` after it. */
export interface Beside {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

export interface QueryResult {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: Record<string, unknown>[];
  readonly columns?: readonly AnsweredColumn[];
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
  /** The engine's messages as they are: reading them is the work of the thread that has time for it. */
  | {
      readonly kind: "answer";
      readonly id: number;
      readonly bytes: Uint8Array;
      readonly hostFailure?: string | undefined;
    }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  /** A host write failed just now; comes at once, also when the engine never answers again. */
  | { readonly kind: "hostFailure"; readonly code: string }
  | { readonly kind: "closed" };
