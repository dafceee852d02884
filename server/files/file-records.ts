import { sql } from "kysely";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";

/** What is known of an uploaded file; `url` names it everywhere. */
export interface FileRecord {
  readonly id: string;
  readonly fileName: string;
  readonly url: string;
  /** Where the bytes lie: other records may point at the same ones. */
  readonly object: string;
  readonly mimeType: string;
  readonly ownerModel: string | null;
  readonly ownerId: string | null;
  readonly ownerField: string | null;
  readonly createBy: string;
  readonly tenantId: number;
}

export const filesTable = "sys_oss_file";

export interface NewFile {
  readonly id: string;
  readonly fileName: string;
  readonly url: string;
  readonly biz: string;
  readonly mimeType: string;
  readonly fileSize: number;
  readonly sha256: string;
  /** Default: its own path. */
  readonly object?: string;
}

export async function insertFile(db: Queryable, file: NewFile, caller: Caller, now: string): Promise<void> {
  await sql`insert into ${sql.table(filesTable)}
    (id, version, file_name, url, biz, mime_type, file_size, sha256, object, create_by, create_time, sys_org_code, tenant_id)
    values (${file.id}, 1, ${file.fileName}, ${file.url}, ${file.biz}, ${file.mimeType}, ${file.fileSize}, ${file.sha256}, ${file.object ?? null},
      ${caller.username}, cast(${now} as timestamp), ${caller.orgCode || null}, ${caller.tenantId})`.execute(db);
}

/** @returns undefined for an address that was never given out */
export async function findFile(db: Queryable, url: string): Promise<FileRecord | undefined> {
  const { rows } = await sql<FileRecord>`
    select id, file_name as "fileName", url, coalesce(object, url) as object, mime_type as "mimeType", owner_model as "ownerModel", owner_id as "ownerId",
      owner_field as "ownerField", create_by as "createBy", tenant_id::int as "tenantId"
    from ${sql.table(filesTable)} where url = ${url}`.execute(db);
  return rows[0];
}

/** Bytes that a user has uploaded since the day began. */
export async function uploadedToday(db: Queryable, username: string, now: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum(file_size) as bytes from ${sql.table(filesTable)}
    where create_by = ${username} and create_time >= cast(${now.slice(0, 10)} as timestamp)`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
