import { sql } from "kysely";
import { decideAction } from "../../runtime/permission/action.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import type { FileRecord } from "../files/file-records.ts";
import { AppError } from "../http/errors.ts";
import type { Engine } from "./engine.ts";
import { filesOf } from "./row-files.ts";

/**
 * A file is as visible as the row that uses it: whoever may see that row, with that field, may read the file.
 * A file that no row uses yet belongs to who uploaded it. An address that somebody guessed is no permission.
 */
export async function mayReadFile(
  { db, engine }: { readonly db: Queryable; readonly engine: Engine },
  file: FileRecord,
  caller: Caller,
): Promise<boolean> {
  const isInTenant = file.tenantId === caller.tenantId;
  if (caller.isAdmin && isInTenant) return true;
  const isOwn = file.createBy === caller.username && isInTenant;
  if (!file.ownerModel || !file.ownerId || !file.ownerField) return isOwn;
  // Pictures of people stand beside their names everywhere; whoever is signed in sees the names.
  if (file.ownerModel === "system/user" && file.ownerField === "avatar") {
    const inTenant = engine.tenantRows("system/user", caller);
    const { rows } = await sql`select 1 from sys_user where id = ${file.ownerId} and ${inTenant}`.execute(db);
    return rows.length > 0;
  }
  const model = engine.models.get(file.ownerModel);
  const field = model?.fields.get(file.ownerField);
  if (!model || !field || !decideAction(caller, `${model.permissionPrefix}:list`).allowed) return false;
  try {
    const row = await engine.queryById(model.id, file.ownerId, caller);
    return filesOf(field, row[file.ownerField]).includes(file.url);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
