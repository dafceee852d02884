import fc from "fast-check";
import { makeCaller } from "../../server/auth/make-caller.ts";
import { readTenantIds } from "../../server/auth/user-store.ts";
import { departsBelow } from "../../server/modules/grants/holdings.ts";
import type { TestClient, TestServer } from "./test-server.ts";

/** Codes that administer people, and two pages of business with rows to see. */
export const worldCodes = [
  ...["list", "add", "edit", "delete", "viewAs"].map((action) => `system:user:${action}`),
  ...["list", "add", "delete", "grant"].map((action) => `system:role:${action}`),
  ...["list", "add", "delete", "edit", "grant"].map((action) => `system:depart-role:${action}`),
  ...["grant", "delete"].map((action) => `system:depart:${action}`),
  "system:my-depart:edit",
  "member:member:list",
  "member:member:edit",
] as const;

const departCodes = ["A01", "A01A01", "B01"];
const dataRules = [
  { rule_column: "sysOrgCode", rule_conditions: "=", rule_value: "#{sys_org_code}" },
  { rule_column: "sysOrgCode", rule_conditions: "RIGHT_LIKE", rule_value: "#{sys_org_code}" },
  { rule_column: "createBy", rule_conditions: "=", rule_value: "#{sys_user_code}" },
  { rule_column: "status", rule_conditions: "=", rule_value: "1" },
];
const sizes = { people: 5, roles: 4, departRoles: 3 };

const some = <Item>(items: readonly Item[], maxLength = items.length) =>
  fc.subarray([...items], { minLength: 0, maxLength });
const grant = fc.record({
  codes: some(worldCodes, 4),
  rules: fc.constantFrom([], [0], [1], [2], [3], [0, 3]),
});
const indexes = (length: number) => [...Array(length).keys()];

const inDeparts = some(indexes(departCodes.length), 2);
const inCharge = fc.oneof({ weight: 3, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: inDeparts });
const departRole = some(indexes(sizes.departRoles), 1);

const aPerson = fc.record({
  roles: some(indexes(sizes.roles), 2),
  departRoles: departRole,
  departs: inDeparts,
  charge: inCharge,
  tenants: fc.constantFrom([1], [1], [2], [1, 2], []),
  status: fc.constantFrom(1, 1, 1, 2),
  isDeleted: fc.constantFrom(false, false, false, true),
  isAdmin: fc.constantFrom(false, false, false, false, false, true),
});

/** Who tries to rise holds much of what administers people. */
const anAttacker = fc.record({
  roles: some(indexes(sizes.roles), 2),
  departRoles: departRole,
  departs: inDeparts,
  charge: inCharge,
  tenants: fc.constantFrom([1, 2], [1]),
  codes: fc.subarray([...worldCodes], { minLength: 16 }),
  rules: fc.constantFrom([], [], [0], [1], [3]),
});

/** A company of people, their roles and departments. */
export const worlds = fc.record({
  people: fc.array(aPerson, { minLength: sizes.people, maxLength: sizes.people }),
  attacker: anAttacker,
  roles: fc.array(grant, { minLength: sizes.roles, maxLength: sizes.roles }),
  departRoles: fc.array(fc.record({ depart: fc.nat(2), grant }), {
    ...{ minLength: sizes.departRoles, maxLength: sizes.departRoles },
  }),
  /** Rules of each department's own grant: they narrow its roles. */
  departRules: fc.array(fc.constantFrom([], [], [0], [3]), {
    ...{ minLength: departCodes.length, maxLength: departCodes.length },
  }),
});
export type WorldPlan = typeof worlds extends fc.Arbitrary<infer Plan> ? Plan : never;

export interface World {
  readonly people: string[];
  readonly roles: string[];
  readonly departs: readonly string[];
  readonly departRoles: string[];
  readonly rules: readonly string[];
  /** Id of a menu or button row by its code. */
  readonly permissions: ReadonlyMap<string, string>;
  readonly attacker: string;
}

let worldNumber = 0;
let rowNumber = 0;
const nextMobile = () => {
  rowNumber += 1;
  return String(rowNumber);
};
const columns = { version: 1, tenant_id: 0, create_by: "test", create_time: "2026-01-01 00:00:00" };

/** Writes the company into the tables, beside those of earlier runs. */
export async function buildWorld(server: TestServer, plan: WorldPlan): Promise<World> {
  worldNumber += 1;
  const name = (kind: string, index: number | string) => `w${worldNumber}${kind}${index}`;
  const insert = async (table: string, rows: readonly Record<string, unknown>[]) => {
    const made = rows.map((row, index) => ({ id: name(table.slice(4), index), ...columns, ...row }));
    if (made.length > 0) await server.db.kysely.insertInto(table).values(made).execute();
    return made.map((row) => String(row.id));
  };
  const permissions = await permissionIds(server);
  const idOf = (code: string) => permissions.get(code) ?? "";
  // Departments of every world share their codes' first characters with none of another.
  const prefix = `${String.fromCharCode(65 + (Math.floor(worldNumber / 100) % 26))}${String(worldNumber % 100).padStart(2, "0")}`;
  const departs = await insert(
    "sys_depart",
    departCodes.map((code) => ({
      tenant_id: 1,
      depart_name: name("d", code),
      org_code: prefix + code,
      org_category: "2",
      del_flag: 0,
      parent_id: "",
    })),
  );
  const rules = await insert(
    "sys_permission_data_rule",
    dataRules.map((rule) => ({ ...rule, permission_id: idOf("member:member:list"), status: "1", rule_name: "规则" })),
  );
  const own = { codes: plan.attacker.codes, rules: plan.attacker.rules };
  const roles = await insert(
    "sys_role",
    [...plan.roles, own].map((_, index) => ({
      tenant_id: 1,
      role_code: name("r", index),
      role_name: name("r", index),
    })),
  );
  const granted = (given: { codes: readonly string[]; rules: readonly number[] }, owner: Record<string, unknown>) =>
    given.codes.map((code) => ({
      ...owner,
      permission_id: idOf(code),
      data_rule_ids: code === "member:member:list" ? given.rules.map((index) => rules[index]).join(",") || null : null,
    }));
  await insert(
    "sys_role_permission",
    [...plan.roles, own].flatMap((role, index) => granted(role, { role_id: roles[index] })),
  );
  const departRoles = await insert(
    "sys_depart_role",
    plan.departRoles.map(({ depart }, index) => ({
      depart_id: departs[depart],
      role_code: name("q", index),
      role_name: name("q", index),
    })),
  );
  await insert(
    "sys_depart_role_permission",
    plan.departRoles.flatMap(({ depart, grant: given }, index) =>
      granted(given, { role_id: departRoles[index], depart_id: departs[depart] }),
    ),
  );
  await insert(
    "sys_depart_permission",
    departs.flatMap((depart_id, index) =>
      granted({ codes: worldCodes, rules: plan.departRules[index] ?? [] }, { depart_id }),
    ),
  );
  const attacker = {
    ...plan.attacker,
    roles: [...plan.attacker.roles, plan.roles.length],
    status: 1,
    isDeleted: false,
    isAdmin: false,
  };
  const everybody = [attacker, ...plan.people];
  const people = await insert(
    "sys_user",
    everybody.map((person, index) => ({
      ...{
        username: name("u", index),
        realname: name("u", index),
        status: person.status,
        del_flag: person.isDeleted ? 1 : 0,
      },
      ...{ rel_tenant_ids: person.tenants.join(",") || null, user_identity: person.charge.length > 0 ? 2 : 1 },
      depart_ids: person.charge.map((at) => departs[at]).join(",") || null,
    })),
  );
  const links = <Key extends string>(
    key: Key,
    ids: readonly string[],
    chosen: (person: (typeof everybody)[number]) => readonly number[],
  ) => everybody.flatMap((person, index) => chosen(person).map((at) => ({ user_id: people[index], [key]: ids[at] })));
  await insert(
    "sys_user_role",
    links("role_id", roles, (person) => person.roles),
  );
  await insert(
    "sys_user_depart",
    links("dep_id", departs, (person) => person.departs),
  );
  await insert(
    "sys_depart_role_user",
    links("drole_id", departRoles, (person) => person.departRoles),
  );
  const admin = await server.db.kysely.selectFrom("sys_role").select("id").where("role_code", "=", "admin").execute();
  const admins = everybody.flatMap((person, index) =>
    person.isAdmin ? [{ id: name("admin", index), user_id: people[index], role_id: admin[0]?.id }] : [],
  );
  await insert("sys_user_role", admins);
  await insert(
    "member",
    [0, 1, 2].flatMap((tenant_id) =>
      departCodes.flatMap((code) =>
        ["0", "1"].map((status) => ({
          ...{ tenant_id, sys_org_code: prefix + code, status, realname: "行", create_by: name("u", status) },
          ...{
            member_no: name("m", `${tenant_id}${code}${status}`),
            mobile: nextMobile(),
          },
        })),
      ),
    ),
  );
  return { people, roles, departs, departRoles, rules, permissions, attacker: people[0] ?? "" };
}

const known = new WeakMap<TestServer, Promise<ReadonlyMap<string, string>>>();

function permissionIds(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const rows = await server.db.kysely
      .selectFrom("sys_permission")
      .select(["id", "perms"])
      .where("perms", "in", [...worldCodes])
      .execute();
    const found = new Map(rows.map((row) => [String(row.perms), String(row.id)]));
    const missing = worldCodes
      .filter((code) => !found.has(code))
      .map((code) => ({
        id: `world.${code}`,
        name: code,
        menu_type: 2,
        perms: code,
        status: "1",
        del_flag: 0,
        version: 1,
      }));
    if (missing.length > 0) await server.db.kysely.insertInto("sys_permission").values(missing).execute();
    for (const tenant of ["1", "2"]) {
      const row = { id: tenant, name: tenant, status: 1, ...columns };
      await server.db.kysely
        .insertInto("sys_tenant")
        .values(row)
        .onConflict((stored) => stored.doNothing())
        .execute();
    }
    for (const { id, perms } of missing) found.set(perms, id);
    return found;
  };
  const ids = known.get(server) ?? read();
  known.set(server, ids);
  return ids;
}

/**
 * What a person could do if they signed in, as the product itself answers: codes, tenants, departments in charge, and
 * the members that the list shows them in each department and tenant. Nothing of `mayActOn` is asked.
 */
export async function powerOf(server: TestServer, userId: string): Promise<ReadonlySet<string>> {
  const { db, context } = server;
  const row = await db.kysely.selectFrom("sys_user").selectAll().where("id", "=", userId).executeTakeFirst();
  if (!row) return new Set();
  const tenants = readTenantIds(row.rel_tenant_ids);
  const user = { id: userId, username: String(row.username), realname: "", orgCode: "", status: 1, tenantIds: tenants };
  const power = new Set<string>();
  const placed = (orgCode: string, tenantId: number) =>
    makeCaller(db.kysely, { user, sessionId: "s", orgCode, tenantId });
  const first = await placed("", 0);
  for (const code of first.permissions) power.add(code);
  if (first.isAdmin) power.add("administrator");
  const tops =
    Number(row.user_identity) === 2
      ? String(row.depart_ids ?? "")
          .split(",")
          .filter(Boolean)
      : [];
  for (const depart of await departsBelow(db.kysely, tops)) power.add(`charge ${depart}`);
  for (const tenantId of tenants.length === 0 ? [0] : tenants) {
    power.add(`tenant ${tenantId}`);
    if (!first.isAdmin && !first.permissions.has("member:member:list")) continue;
    for (const orgCode of first.orgCodes.length === 0 ? [""] : first.orgCodes) {
      const query = { pageSize: "1000", memberNo: `w${worldNumber}m*` };
      const { records } = await context.engine.list("member/member", query, await placed(orgCode, tenantId));
      for (const { id } of records) power.add(`row ${id}`);
    }
  }
  return power;
}

/** A session of a person without their password, as if they had just signed in. */
export async function signedIn(server: TestServer, userId: string): Promise<TestClient> {
  const user = await server.db.kysely
    .selectFrom("sys_user")
    .select("rel_tenant_ids")
    .where("id", "=", userId)
    .executeTakeFirst();
  const tenantId = readTenantIds(user?.rel_tenant_ids)[0] ?? 0;
  const place = { userId, tenantId, orgCode: "", address: "127.0.0.1", userAgent: "test" };
  return server.withToken((await server.context.sessions.create(place)).token);
}
