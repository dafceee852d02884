import { sql } from "kysely";
import type { RowRule, RuleVariables } from "../../../runtime/permission/row-rules.ts";
import { loadGrantsOf, readPermissionTable } from "../../auth/grants.ts";
import { groupBy } from "../../auth/group-by.ts";
import { readTenantIds } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";

/** All that a person may do, whether they can sign in at the moment or not: frozen and deleted people come back. */
export interface Rights {
  readonly userId: string;
  readonly realname: string;
  readonly isAdmin: boolean;
  /** Ids of granted menu and button rows. */
  readonly permissionIds: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  /** Data rules by the permission prefix that they narrow. */
  readonly dataRules: ReadonlyMap<string, readonly RowRule[]>;
  /** Whoever belongs to no tenant works in tenant 0. */
  readonly tenantIds: readonly number[];
  /** What the variables of data rules stand for, in each department and tenant that they can work in. */
  readonly choices: readonly RuleVariables[];
  /** Departments that they are in charge of, those below included. */
  readonly charge: ReadonlySet<string>;
}

/** Rights are compared, not used: any moment will do as long as it is one for all. */
const now = "2000-01-01 00:00:00";

interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly realname: string | null;
  readonly rel_tenant_ids: string | null;
}

/** Rights of several people in as many statements as for one; unknown ids are absent. */
export async function loadRightsOf(db: Queryable, userIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> {
  const ids = [...new Set(userIds)];
  const people = await loadPeople(db, ids);
  const grants = await loadGrantsOf(db, ids, await readPermissionTable(db));
  const departs = await loadDeparts(db, ids);
  return new Map(
    people.map((person): [string, Rights] => {
      const held = grants.get(person.id);
      if (!held) throw new Error("grants were asked for and not read");
      const { isAdmin, permissionIds, permissions, dataRules } = held;
      const placed = departs.get(person.id) ?? [];
      const tenantIds = tenantsOrNone(person.rel_tenant_ids);
      return [
        person.id,
        {
          userId: person.id,
          realname: person.realname || person.username,
          isAdmin,
          permissionIds,
          permissions,
          dataRules,
          tenantIds,
          choices: choicesOf(person, placed, tenantIds),
          charge: new Set(placed.filter(({ inCharge }) => inCharge).map(({ departId }) => departId)),
        },
      ];
    }),
  );
}

/** Comma list of tenants as the row has it → those that its person works in. */
export function tenantsOrNone(value: unknown): readonly number[] {
  const ids = readTenantIds(value);
  return ids.length === 0 ? [0] : ids;
}

async function loadPeople(db: Queryable, ids: readonly string[]): Promise<readonly PersonRow[]> {
  const { rows } = await sql<PersonRow>`select id, username, realname, rel_tenant_ids from sys_user
    where id = any(${sql.val([...ids])}::text[])`.execute(db);
  return rows;
}

interface Placement {
  readonly userId: string;
  readonly departId: string;
  readonly orgCode: string;
  readonly inCharge: boolean;
}

async function loadDeparts(db: Queryable, userIds: readonly string[]) {
  const ids = sql.val([...userIds]);
  const { rows } = await sql<Placement>`
    select link.user_id as "userId", depart.id as "departId", coalesce(depart.org_code, '') as "orgCode",
      false as "inCharge"
    from sys_user_depart link join sys_depart depart on depart.id = link.dep_id
    where link.user_id = any(${ids}::text[]) and coalesce(depart.del_flag, 0) = 0
    union all
    select person.id, depart.id, coalesce(depart.org_code, ''), true
    from sys_user person
    join sys_depart top on top.id = any(string_to_array(replace(person.depart_ids, ' ', ''), ','))
    join sys_depart depart on starts_with(depart.org_code, top.org_code)
    where person.id = any(${ids}::text[]) and person.user_identity = 2
      and coalesce(top.del_flag, 0) = 0 and coalesce(depart.del_flag, 0) = 0
    order by "orgCode"`.execute(db);
  return groupBy(rows, ({ userId }) => userId);
}

function choicesOf(person: PersonRow, placed: readonly Placement[], tenantIds: readonly number[]): RuleVariables[] {
  const orgCodes = placed.filter(({ inCharge }) => !inCharge).map(({ orgCode }) => orgCode);
  const places = orgCodes.length === 0 ? [""] : orgCodes;
  const { id: userId, username } = person;
  const shared = { userId, username, realname: person.realname ?? "", orgCodes, now };
  return places.flatMap((orgCode) => tenantIds.map((tenantId) => ({ ...shared, orgCode, tenantId })));
}
