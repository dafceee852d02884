import { sql } from "kysely";
import { type GrantTarget, grantTables } from "../../auth/grant-targets.ts";
import { splitList } from "../../auth/user-store.ts";
import type { Queryable } from "../../db/database.ts";

/** A data rule as the calls of the contract name its parts. */
export interface WireDataRule {
  readonly id: string;
  readonly permissionId: string;
  readonly ruleName: string;
  readonly ruleColumn: string;
  readonly ruleConditions: string;
  readonly ruleValue: string;
  readonly status: string;
}

/** The data rules of menus, of all menus where none is named, in the order of their names. */
export async function loadRules(db: Queryable, permissionId?: string): Promise<readonly WireDataRule[]> {
  const { rows } = await sql<WireDataRule>`
    select id, permission_id as "permissionId", coalesce(rule_name, '') as "ruleName",
      coalesce(rule_column, '') as "ruleColumn", coalesce(rule_conditions, '') as "ruleConditions",
      coalesce(rule_value, '') as "ruleValue", coalesce(status, '1') as status
    from sys_permission_data_rule
    where ${permissionId === undefined ? sql`true` : sql`permission_id = ${permissionId}`} order by rule_name, id`.execute(
    db,
  );
  return rows;
}

/** The rules that narrow each granted menu of a target, by the menu's id; a granted menu without rules has none. */
export async function chosenRules(
  db: Queryable,
  { kind, id }: GrantTarget,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { table, column } = grantTables[kind];
  const rows = await db.selectFrom(table).select(["permission_id", "data_rule_ids"]).where(column, "=", id).execute();
  return new Map(rows.map((row) => [String(row.permission_id), splitList(row.data_rule_ids)]));
}
