import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";

/** Stands where an upload in parts has its path: such a row is none, and counts for nobody. */
const ofNote = "-";
/** Longer than any upload takes. */
const keepMs = 24 * 60 * 60_000;

interface NotedBytes {
  readonly path: string;
  readonly caller: Pick<Caller, "username" | "tenantId">;
  /** Epoch milliseconds; what a server that dies now leaves at the path is removed by the sweep after it. */
  readonly expiresAt?: number;
}

/** Notes bytes that no record names. @returns the note, for `dropNote` */
export async function noteBytes(db: Queryable, { path, caller, expiresAt }: NotedBytes): Promise<string> {
  const id = randomBytes(16).toString("hex");
  await sql`insert into sys_half_upload (id, username, tenant_id, file_name, biz, file_size, targets, path, expires_at)
    values (${id}, ${caller.username}, ${caller.tenantId}, '', '', 0, ${path}, ${ofNote},
      ${expiresAt ?? Date.now() + keepMs})`.execute(db);
  return id;
}

/** @returns false when the sweep has taken the bytes meanwhile */
export async function dropNote(db: Queryable, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from sys_half_upload where id = ${id} and path = ${ofNote}`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}
