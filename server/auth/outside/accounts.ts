import { createHash, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { ServerContext } from "../../context.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Queryable, Tables } from "../../db/database.ts";
import { AppError } from "../../http/errors.ts";
import { authChannel } from "../authentication.ts";
import { adminRoleCode } from "../grants.ts";
import { isPhone } from "../phone.ts";
import { registeredRole } from "../register-user.ts";
import { setPassword } from "../secrets.ts";
import { findUser, type User } from "../user-store.ts";
import { bindIdentity, findIdentity } from "./identities.ts";
import type { MappedValue, Person, Provider } from "./provider.ts";

type Trx = Transaction<Tables>;
type Parts = Pick<ServerContext, "db" | "newId" | "clock">;

const accountName = /^[A-Za-z0-9_.@-]{2,50}$/;

/**
 * The user whom an identity belongs to: bound before, of the same verified address where the provider allows that, or
 * made now.
 *
 * @returns undefined for somebody who has to say which account is theirs
 * @throws AppError THIRD_USER_CLOSED, THIRD_NO_ACCOUNT
 */
export async function findAccount(parts: Parts, provider: Provider, person: Person): Promise<User | undefined> {
  const { db, newId } = parts;
  const details = { provider: provider.name };
  const known = await findIdentity(db.kysely, provider, person);
  if (known !== undefined) {
    const user = await findUser(db.kysely, { id: known });
    if (user?.status !== 1) throw new AppError("THIRD_USER_CLOSED", { details });
    if (provider.syncsRights) await db.transaction((trx) => followRights(trx, parts, provider, person, user));
    return user;
  }
  const same =
    provider.linksByEmail && person.isEmailVerified ? await ownerOfEmail(db.kysely, person.email) : undefined;
  if (same) {
    await bindIdentity(db.kysely, provider, person, { id: newId(), userId: same.id });
    return same;
  }
  if (provider.unknown === "refuse") throw new AppError("THIRD_NO_ACCOUNT", { details });
  return provider.unknown === "create" ? createAccount(parts, provider, person) : undefined;
}

/** One active user of an address. Administrators bind themselves: an address alone must not open everything. */
async function ownerOfEmail(db: Queryable, email: string): Promise<User | undefined> {
  if (email === "") return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from sys_user u where lower(email) = lower(${email}) and status = 1 and coalesce(del_flag, 0) = 0
      and not exists (select 1 from sys_user_role link join sys_role role on role.id = link.role_id
        where link.user_id = u.id and role.role_code = ${adminRoleCode}) limit 2`.execute(db);
  const [only] = rows;
  return only && rows.length === 1 ? findUser(db, { id: only.id }) : undefined;
}

/**
 * Makes the account of a person who is new here.
 *
 * @param wanted the name that they chose, where the provider's is taken
 * @returns undefined when the name belongs to somebody, deleted users included
 */
export async function createAccount(
  { db, newId, clock }: Parts,
  provider: Provider,
  person: Person,
  wanted = nameOf(provider, person),
): Promise<User | undefined> {
  const id = newId();
  const isMade = await db.transaction(async (trx) => {
    if (await isTaken(trx, "username", wanted)) return false;
    const isOwnMail = provider.protocol === "cas" || person.isEmailVerified;
    const isOwnPhone = isPhone(person.phone) && (provider.protocol === "cas" || person.isPhoneVerified);
    const email = isOwnMail && /^[^\s@]+@[^\s@]+$/.test(person.email) ? person.email : undefined;
    const system = { version: 1, tenant_id: 0, create_by: wanted, create_time: clock() };
    await trx
      .insertInto("sys_user")
      .values({
        id,
        username: wanted,
        realname: person.realname || wanted,
        // Numbers and addresses are unique: one that somebody has stays theirs.
        email: email && !(await isTaken(trx, "email", email)) ? email : null,
        phone: isOwnPhone && !(await isTaken(trx, "phone", person.phone)) ? person.phone : null,
        status: 1,
        del_flag: 0,
        user_identity: 1,
        activiti_sync: 0,
        ...system,
      })
      .execute();
    await setPassword(trx, id, randomBytes(24).toString("base64url"), { mustChange: false });
    const mapped = await mappedIds(trx, "role", provider.roleMap, person.roles);
    const chosen = new Set([...(await withoutAdmin(trx, provider.defaultRoles)), ...mapped.wanted]);
    const roles = chosen.size > 0 ? [...chosen] : await registeredRoleId(trx);
    for (const role of roles) await addLink(trx, { newId, system }, "role", id, role);
    const departs = await mappedIds(trx, "depart", provider.departMap, person.departs);
    for (const depart of departs.wanted) await addLink(trx, { newId, system }, "depart", id, depart);
    if (!(await bindIdentity(trx, provider, person, { id: newId(), userId: id }))) {
      throw new AppError("THIRD_STATE");
    }
    return true;
  });
  return isMade ? findUser(db.kysely, { id }) : undefined;
}

/** The provider's name for them where it can be one here; otherwise one that nobody else gets. */
function nameOf({ code }: Provider, { username, issuer, subject }: Person): string {
  if (accountName.test(username)) return username;
  return `${code}_${createHash("sha256").update(`${issuer}\n${subject}`).digest("hex").slice(0, 10)}`.slice(0, 50);
}

async function isTaken(trx: Trx, column: "username" | "email" | "phone", value: string): Promise<boolean> {
  const row = await trx
    .selectFrom("sys_user")
    .select("id")
    .where((eb) => eb(eb.fn("lower", [column]), "=", value.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

const links = {
  role: { table: "sys_user_role", column: "role_id", owner: "sys_role", code: "role_code" },
  depart: { table: "sys_user_depart", column: "dep_id", owner: "sys_depart", code: "org_code" },
} as const;
type Kind = keyof typeof links;

interface MappedIds {
  /** What the map speaks of at all. */
  readonly managed: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
}

/** Ids by the codes of a map; what no longer exists is left out, and so is the administrator's role. */
async function mappedIds(
  trx: Trx,
  kind: Kind,
  map: readonly MappedValue[],
  values: readonly string[],
): Promise<MappedIds> {
  const { owner, code } = links[kind];
  const codes = [...new Set(map.map((entry) => entry.code))].filter((one) => kind !== "role" || one !== adminRoleCode);
  if (codes.length === 0) return { managed: new Set(), wanted: new Set() };
  const rows = await trx.selectFrom(owner).select(["id", code]).where(code, "in", codes).execute();
  const wantedCodes = new Set(map.filter(({ value }) => values.includes(value)).map((entry) => entry.code));
  const idOf = (row: (typeof rows)[number]) => String(row.id);
  return {
    managed: new Set(rows.map(idOf)),
    wanted: new Set(rows.filter((row) => wantedCodes.has(String(row[code]))).map(idOf)),
  };
}

/** Roles and departments of the maps are what the provider says; what the maps do not name stays as it is. */
async function followRights(trx: Trx, parts: Parts, provider: Provider, person: Person, user: User): Promise<void> {
  const system = { version: 1, tenant_id: 0, create_by: user.username, create_time: parts.clock() };
  const told = { role: person.roles, depart: person.departs } as const;
  const maps = { role: provider.roleMap, depart: provider.departMap } as const;
  let hasChanged = false;
  for (const kind of ["role", "depart"] as const) {
    const { managed, wanted } = await mappedIds(trx, kind, maps[kind], told[kind]);
    if (managed.size === 0) continue;
    const { table, column } = links[kind];
    const rows = await trx.selectFrom(table).select(column).where("user_id", "=", user.id).execute();
    const held = new Set(rows.map((row) => String(row[column])));
    const gone = [...managed].filter((id) => held.has(id) && !wanted.has(id));
    if (gone.length > 0) await trx.deleteFrom(table).where("user_id", "=", user.id).where(column, "in", gone).execute();
    const added = [...wanted].filter((id) => !held.has(id));
    for (const id of added) await addLink(trx, { newId: parts.newId, system }, kind, user.id, id);
    hasChanged ||= gone.length > 0 || added.length > 0;
  }
  if (hasChanged) notifyOnCommit(trx, authChannel, user.id);
}

async function addLink(
  trx: Trx,
  { newId, system }: { readonly newId: Parts["newId"]; readonly system: object },
  kind: Kind,
  userId: string,
  ownerId: string,
): Promise<void> {
  const { table, column } = links[kind];
  await trx
    .insertInto(table)
    .values({ id: newId(), user_id: userId, [column]: ownerId, ...system })
    .execute();
}

async function withoutAdmin(trx: Trx, roleIds: readonly string[]): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const rows = await trx
    .selectFrom("sys_role")
    .select("id")
    .where("id", "in", roleIds)
    .where("role_code", "!=", adminRoleCode)
    .execute();
  return rows.map((row) => String(row.id));
}

async function registeredRoleId(trx: Trx): Promise<string[]> {
  const role = await trx.selectFrom("sys_role").select("id").where("role_code", "=", registeredRole).executeTakeFirst();
  return role ? [String(role.id)] : [];
}
