import type { Queryable } from "../db/database.ts";
import { guidePathOf } from "./first-guide.ts";
import { homePathOf } from "./role-home.ts";

/** Columns of `userInfo` (contract 01 §1.1) and their wire names; a column that is not here never leaves the server. */
const userInfoColumns = {
  id: "id",
  username: "username",
  realname: "realname",
  avatar: "avatar",
  birthday: "birthday",
  sex: "sex",
  email: "email",
  phone: "phone",
  org_code: "orgCode",
  status: "status",
  del_flag: "delFlag",
  work_no: "workNo",
  post: "post",
  telephone: "telephone",
  user_identity: "userIdentity",
  depart_ids: "departIds",
  rel_tenant_ids: "relTenantIds",
  activiti_sync: "activitiSync",
} as const;

/** Small whole numbers, which the database driver hands over as text. */
const numberNames: ReadonlySet<string> = new Set(["sex", "status", "delFlag", "userIdentity", "activitiSync"]);

/** What a person may keep for the others of a role, and what documents ask of `user.roles`. */
async function roleCodesOf(db: Queryable, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("sys_user_role as link")
    .innerJoin("sys_role as role", "role.id", "link.role_id")
    .select("role.role_code as code")
    .where("link.user_id", "=", userId)
    .orderBy("role.role_code")
    .execute();
  return rows.map(({ code }) => String(code));
}

export type UserInfo = Readonly<Record<string, unknown>>;

/**
 * The user as their own console sees them.
 *
 * @param orgCode department of the session, which may differ from the one chosen last elsewhere
 */
export async function loadUserInfo(db: Queryable, userId: string, orgCode: string): Promise<UserInfo> {
  const columns = Object.keys(userInfoColumns) as (keyof typeof userInfoColumns)[];
  const row = await db.selectFrom("sys_user").select(columns).where("id", "=", userId).executeTakeFirstOrThrow();
  const info = columns.map((column): [string, unknown] => {
    const [name, value] = [userInfoColumns[column], row[column] ?? null];
    return [name, value !== null && numberNames.has(name) ? Number(value) : value];
  });
  const homePath = (await guidePathOf(db, userId)) ?? (await homePathOf(db, userId)) ?? null;
  return { ...Object.fromEntries(info), orgCode, roleCodes: await roleCodesOf(db, userId), homePath };
}
