import { sql, type Transaction } from "kysely";
import type { Caller } from "../auth/caller.ts";
import type { Database, Queryable, Tables } from "../db/database.ts";
import { filesTable, insertFile, type NewFile } from "./file-records.ts";
import type { FileStore } from "./file-store.ts";
import { noteBytes } from "./unrecorded-bytes.ts";

const nobody = { username: "", tenantId: 0 };

interface Stored {
  readonly db: Database;
  readonly files: FileStore;
}

/**
 * Records an upload whose bytes lie under its own path. Where the same bytes are stored already, the record points at those
 * and the new ones go: each record keeps a path, an owner and rights of its own, so nobody learns who has the same file.
 *
 * @param beside written in the same transaction, before the record
 */
export async function recordUpload(
  { db, files }: Stored,
  file: NewFile,
  caller: Caller,
  now: string,
  beside?: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const object = await db.transaction(async (trx) => {
    await beside?.(trx);
    await lockContent(trx, file.sha256);
    const known = (await storedObject(trx, files, file, caller)) ?? file.url;
    await insertFile(trx, { ...file, object: known }, caller, now);
    return known;
  });
  // A server that dies here leaves the second copy to the sweep.
  if (object !== file.url) await files.remove(file.url).catch(() => undefined);
}

/** Forgets a record. @returns the bytes' path when no other record points at them: the caller removes them */
export async function forgetUpload(db: Database, id: string): Promise<string | undefined> {
  return await db.transaction(async (trx) => {
    const { rows } = await sql<{ sha256: string | null }>`
      select sha256 from ${sql.table(filesTable)} where id = ${id}`.execute(trx);
    await lockContent(trx, rows[0]?.sha256 ?? id);
    const { rows: gone } = await sql<{ object: string }>`
      delete from ${sql.table(filesTable)} where id = ${id} returning coalesce(object, url) as object`.execute(trx);
    const object = gone[0]?.object;
    if (object === undefined) return undefined;
    const { rows: others } = await sql`select 1 from ${sql.table(filesTable)}
      where sha256 is not distinct from ${rows[0]?.sha256 ?? null} and coalesce(object, url) = ${object}
      limit 1`.execute(trx);
    if (others.length > 0) return undefined;
    // A server that dies before they are removed leaves them to the next sweep.
    await noteBytes(trx, { path: object, caller: nobody, expiresAt: Date.now() });
    return object;
  });
}

/** Second copies that a server did not come to remove. Their records say so for good; old ones were seen before. */
export async function sweepCopies({ db, files }: Stored, since: string): Promise<void> {
  const { rows } = await sql<{ url: string }>`select url from ${sql.table(filesTable)}
    where object <> url and create_time >= cast(${since} as timestamp)`.execute(db.kysely);
  for (const { url } of rows) await files.remove(url);
}

/** Uploads and removals of the same bytes take turns, on all servers. */
async function lockContent(trx: Queryable, content: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`file ${content}`}))`.execute(trx);
}

/** Tenants share no bytes. */
async function storedObject(
  trx: Queryable,
  files: FileStore,
  { sha256, fileSize, mimeType }: NewFile,
  { tenantId }: Caller,
): Promise<string | undefined> {
  const { rows } = await sql<{ object: string }>`
    select coalesce(object, url) as object from ${sql.table(filesTable)}
    where sha256 = ${sha256} and file_size = ${fileSize} and mime_type = ${mimeType} and tenant_id = ${tenantId}
    order by id limit 1`.execute(trx);
  const object = rows[0]?.object;
  return object !== undefined && (await files.size(object)) === fileSize ? object : undefined;
}
