import { sql } from "kysely";
import type { Queryable } from "./database.ts";

/** Row ids: 19 digits, ascending in time, unique across processes. */
export type NewId = () => string;

const epochMs = 1_288_834_974_657n; // 2010-11-04; ids made after 2018 have 19 digits until 2080
const sequenceBits = 12n;
const processBits = 10n;
const lastSequence = (1n << sequenceBits) - 1n;

/**
 * Milliseconds, process number, counter in one 63-bit number. A clock that jumps back is waited out by counting on in the
 * last millisecond seen, so an id is never made twice.
 *
 * @param processNumber 0…1023; no two living processes of one database share one
 */
export function createIdMaker(processNumber: number, now: () => number = Date.now): NewId {
  const process = BigInt(processNumber & 1023);
  let lastMs = 0n;
  let sequence = 0n;
  return () => {
    const clockMs = BigInt(now());
    if (clockMs > lastMs) {
      lastMs = clockMs;
      sequence = 0n;
    } else if (sequence === lastSequence) {
      lastMs += 1n;
      sequence = 0n;
    } else {
      sequence += 1n;
    }
    return String(((lastMs - epochMs) << (processBits + sequenceBits)) | (process << sequenceBits) | sequence);
  };
}

/** The next process number of this database; 1,024 starts later it comes round again. */
export async function claimProcessNumber(database: Queryable): Promise<number> {
  const { rows } = await sql<{ value: string }>`select nextval('engine_process') as value`.execute(database);
  return Number(rows[0]?.value ?? 0) % 1024;
}
