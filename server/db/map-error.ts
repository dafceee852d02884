import { DatabaseError, type DatabaseFailure } from "./database.ts";

/** SQLSTATE and host error names → the failures that callers tell apart. Anything else stays an internal error. */
const failureByCode: Readonly<Record<string, DatabaseFailure>> = {
  "23505": "unique",
  "22001": "tooLong",
  "22003": "outOfRange",
  "57014": "timeout",
  "25P03": "timeout",
  "53300": "busy",
  "53100": "diskFull",
  ENOSPC: "diskFull",
  EDQUOT: "diskFull",
  EROFS: "diskFull",
  "40001": "serialization",
  "40P01": "serialization",
  "57P01": "unavailable",
  "57P02": "unavailable",
  "57P03": "unavailable",
  "08000": "unavailable",
  "08001": "unavailable",
  "08003": "unavailable",
  "08006": "unavailable",
  ECONNREFUSED: "unavailable",
  ECONNRESET: "unavailable",
  ENOTFOUND: "unavailable",
  ENOENT: "unavailable",
  EHOSTUNREACH: "unavailable",
  ENETUNREACH: "unavailable",
  ETIMEDOUT: "unavailable",
  EPIPE: "unavailable",
  EAI_AGAIN: "unavailable",
};

/** Messages of the pg driver for a lost connection; it gives those errors no code. */
const lostConnection = /connection terminated|connection ended|not queryable|connection error/i;

interface Coded {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly hostFailure?: unknown;
}

/** A driver's error → `DatabaseError` where the failure is one of the known ones, else the error itself. */
export function mapError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error;
  const { code, constraint, hostFailure } = error as Coded;
  const failure =
    failureByCode[String(hostFailure)] ??
    failureByCode[String(code)] ??
    (lostConnection.test(error.message) ? "unavailable" : undefined);
  if (!failure) return error;
  return new DatabaseError(failure, {
    cause: error,
    constraint: typeof constraint === "string" ? constraint : undefined,
  });
}
