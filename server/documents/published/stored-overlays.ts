import { sql, type Transaction } from "kysely";
import type { JsonObject, ObjectChange } from "../../../runtime/overlay/overlay.ts";
import type { Queryable, Tables } from "../../db/database.ts";
import { realnames } from "../../models/history/versions.ts";
import type { StoredOverlay } from "./lay-over.ts";

interface VersionRow {
  readonly id: string;
  readonly path: string;
  readonly version_num: number | string;
  readonly overlay: string | null;
  readonly base: string;
  readonly restored_from: number | string | null;
  readonly create_by: string;
  readonly create_time: string;
}

const read = (row: VersionRow): StoredOverlay => ({
  path: row.path,
  versionNum: Number(row.version_num),
  overlay: row.overlay === null ? null : (JSON.parse(row.overlay) as ObjectChange),
  base: JSON.parse(row.base) as JsonObject,
  username: row.create_by,
  time: row.create_time,
});

/** The newest version of every document that was ever changed here. */
export async function readOverlays(db: Queryable): Promise<readonly StoredOverlay[]> {
  const { rows } = await sql<VersionRow>`select distinct on (path) * from onl_document_version
    order by path, version_num desc`.execute(db);
  return rows.map(read);
}

export interface DocumentVersion extends StoredOverlay {
  readonly restoredFrom: number | null;
  readonly realname: string;
}

/** Versions of one document, the newest first. */
export async function readVersions(db: Queryable, path: string): Promise<readonly DocumentVersion[]> {
  const { rows } = await sql<VersionRow>`select * from onl_document_version
    where path = ${path} order by version_num desc limit 200`.execute(db);
  const names = await realnames(
    db,
    rows.map((row) => ({ createBy: row.create_by })),
  );
  return rows.map((row) => ({
    ...read(row),
    restoredFrom: row.restored_from === null ? null : Number(row.restored_from),
    realname: names.get(row.create_by) ?? row.create_by,
  }));
}

export interface NewVersion extends StoredOverlay {
  readonly id: string;
  readonly restoredFrom?: number;
}

/** @throws DatabaseError `unique` when the number is taken: somebody published in between */
export async function insertVersion(trx: Transaction<Tables>, version: NewVersion): Promise<void> {
  await trx
    .insertInto("onl_document_version")
    .values({
      id: version.id,
      path: version.path,
      version_num: version.versionNum,
      overlay: version.overlay === null ? null : JSON.stringify(version.overlay),
      base: JSON.stringify(version.base),
      restored_from: version.restoredFrom ?? null,
      create_by: version.username,
      create_time: version.time,
    })
    .execute();
}

export interface Draft {
  readonly path: string;
  readonly text: string;
  /** What was in force when the draft was begun. */
  readonly baseText: string;
  readonly time: string;
}

export async function readDrafts(db: Queryable, userId: string, path?: string): Promise<readonly Draft[]> {
  let query = db.selectFrom("onl_document_draft").selectAll().where("user_id", "=", userId);
  if (path !== undefined) query = query.where("path", "=", path);
  const rows = await query.execute();
  return rows.map((row) => ({
    path: String(row.path),
    text: String(row.text),
    baseText: String(row.base_text),
    time: String(row.update_time),
  }));
}

export async function saveDraft(db: Queryable, userId: string, draft: Draft): Promise<void> {
  const values = { text: draft.text, base_text: draft.baseText, update_time: draft.time };
  await db
    .insertInto("onl_document_draft")
    .values({ path: draft.path, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(["path", "user_id"]).doUpdateSet(values))
    .execute();
}

export async function deleteDraft(db: Queryable, userId: string, path: string): Promise<void> {
  await db.deleteFrom("onl_document_draft").where("user_id", "=", userId).where("path", "=", path).execute();
}
