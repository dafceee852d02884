import { sql } from "kysely";
import type { Queryable } from "../db/database.ts";
import { adminRoleCode } from "./grants.ts";

/** Id of the one row of `system/first-guide`. */
export const guideId = "site";
/** The page of the guide. */
export const guidePath = "/guide";

/**
 * Makes the guide of a first start; a second call changes nothing.
 *
 * @param hasDemo whether the demonstration company is there to be kept or cleared
 */
export async function openFirstGuide(db: Queryable, hasDemo: boolean, now: string): Promise<void> {
  await sql`insert into sys_first_guide (id, status, company, has_demo, version, create_by, create_time)
    values (${guideId}, '0', ${hasDemo ? "demo" : "blank"}, ${hasDemo}, 1, 'system', ${now}) on conflict (id) do nothing`.execute(
    db,
  );
}

/** Where administrators begin while the guide is open; undefined for everybody else, and afterwards. */
export async function guidePathOf(db: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await sql`select 1 from sys_first_guide guide
    where guide.id = ${guideId} and guide.status = '0' and exists (select 1 from sys_user_role member
      join sys_role role on role.id = member.role_id
      where member.user_id = ${userId} and role.role_code = ${adminRoleCode})`.execute(db);
  return rows.length > 0 ? guidePath : undefined;
}

/** Whether somebody has chosen a company without the demonstration's rows: later starts make none. */
export async function isDemoCleared(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_first_guide
    where id = ${guideId} and status = '1' and company = 'blank' and has_demo`.execute(db);
  return rows.length > 0;
}
