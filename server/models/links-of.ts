import { sql } from "kysely";
import type { ReadContext } from "./hooks.ts";

/** What a user belongs to: ids and names, each a comma list in the same order. */
export interface Links {
  readonly ids: string;
  readonly names: string;
}

const owners = {
  sys_user_role: { model: "system/role", owner: "sys_role", column: "role_id", name: "role_name", order: "role_code" },
  sys_user_depart: {
    model: "system/depart",
    owner: "sys_depart",
    column: "dep_id",
    name: "depart_name",
    order: "org_code",
  },
} as const;

/** Roles or departments of users, by user id, as far as they are the reader's tenant's; who has none is absent. */
export async function linksOf(
  { database, engine, caller }: Pick<ReadContext, "database" | "engine" | "caller">,
  table: keyof typeof owners,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Links>> {
  const { model, owner, column, name, order } = owners[table];
  const { rows } = await sql<{ user_id: string; ids: string; names: string }>`
    select link.user_id, string_agg(owner.id, ',' order by owner.${sql.ref(order)}) as ids,
      string_agg(owner.${sql.ref(name)}, ',' order by owner.${sql.ref(order)}) as names
    from ${sql.table(table)} link join ${sql.table(owner)} owner on owner.id = link.${sql.ref(column)}
    where link.user_id = any(${sql.val([...userIds])}::text[]) and ${engine.tenantRows(model, caller, "owner")}
    group by link.user_id`.execute(database);
  return new Map(rows.map((row) => [row.user_id, { ids: row.ids, names: row.names }]));
}
