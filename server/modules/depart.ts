import { sql } from "kysely";
import type { Row } from "../../runtime/model/resolved-model.ts";
import { isPlatformAdmin } from "../auth/caller.ts";
import { refuse } from "../http/refusal.ts";
import type { Draft, HookContext, ModelHooks, SaveContext } from "../models/hooks.ts";
import { addPeople, saveHeads } from "./departs/depart-people.ts";
import { announce } from "./grant-changes.ts";
import { removeLinks } from "./grants/link-log.ts";
import { keepRights, refuseRaisedSince } from "./users/may-act-on.ts";

/**
 * A department's code says its place: three characters per level, a letter and two digits, and every code below starts
 * with the parent's (contract 02, departments). Data rules compare by prefix, so a code never changes once given.
 */
async function giveCode(draft: Draft, { before, trx }: SaveContext): Promise<void> {
  if (before?.orgCode) {
    draft.orgCode = before.orgCode;
    return;
  }
  const parentId = String(draft.parentId ?? "");
  const parent = parentId === "" ? undefined : await parentOf(trx, parentId);
  const parentCode = parent?.code ?? "";
  // Below a department of another tenant the platform makes one of that tenant.
  if (parent) draft.tenantId = Number(parent.tenant);
  // Two who add below one parent at the same moment wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtext(${`sys_depart ${parentId}`}))`.execute(trx);
  const { rows } = await sql<{ code: string | null }>`
    select max(org_code) as code from sys_depart
    where length(org_code) = ${parentCode.length + 3} and left(org_code, ${parentCode.length}) = ${parentCode}`.execute(
    trx,
  );
  const last = rows[0]?.code;
  draft.orgCode = parentCode + (last ? nextCode(last.slice(-3)) : "A01");
  draft.orgType = String(parentCode.length / 3 + 1);
}

async function parentOf(trx: SaveContext["trx"], id: string) {
  const { rows } = await sql<{ code: string | null; tenant: string }>`
    select org_code as code, tenant_id as tenant from sys_depart where id = ${id}`.execute(trx);
  return rows[0];
}

/** `A09` → `A10`, `A99` → `B01`. */
export function nextCode(code: string): string {
  const number = Number(code.slice(1));
  if (number < 99) return `${code[0]}${String(number + 1).padStart(2, "0")}`;
  if (code[0] === "Z") throw refuse("同一部门下的机构编码已用完");
  return `${String.fromCharCode(code.charCodeAt(0) + 1)}01`;
}

/** Roles of a department count while it is there, and what narrows people may go with it. */
async function keepPeople(rows: readonly Row[], { trx, caller }: HookContext): Promise<void> {
  if (!isPlatformAdmin(caller)) await keepRights(trx, caller, [caller.userId, ...(await peopleOf(trx, rows))]);
}

/** Members, holders of roles, and whoever is in charge of the departments or of one above them. */
async function peopleOf(trx: HookContext["trx"], rows: readonly Row[]): Promise<readonly string[]> {
  const ids = sql.val(rows.map((row) => String(row.id)));
  const found = await sql<{ id: string }>`
    select user_id as id from sys_user_depart where dep_id = any(${ids}::text[])
    union select member.user_id from sys_depart_role_user member
      join sys_depart_role role on role.id = member.drole_id where role.depart_id = any(${ids}::text[])
    union select person.id from sys_user person
      join sys_depart top on top.id = any(string_to_array(replace(person.depart_ids, ' ', ''), ','))
      join sys_depart below on starts_with(below.org_code, top.org_code)
      where person.user_identity = 2 and below.id = any(${ids}::text[])`.execute(trx);
  return found.rows.map((row) => row.id);
}

async function checkPeople(rows: unknown, context: HookContext): Promise<void> {
  await refuseRaisedSince(context.trx, context.caller);
  announce(rows, context);
}

/** Who belongs where decides what is seen, so a change counts as a change of grants. */
const departHooks: ModelHooks = {
  async beforeSave(draft, context) {
    await giveCode(draft, context);
    // Here and not after: where only those in charge were changed the row itself stays as it is.
    if (context.before) await saveHeads(String(context.before.id), context);
  },
  async afterSave(row, context) {
    if (!context.before) await saveHeads(String(row.id), context);
    announce(row, context);
  },
  afterRead: addPeople,
  beforeDelete: keepPeople,
  afterDelete: checkPeople,
  beforeRestore: keepPeople,
  afterRestore: checkPeople,
  // While it lies in the bin its members and roles wait there with it.
  async afterPurge(rows, context) {
    const removal = { ...context, db: context.trx, models: context.engine.models };
    const ids = sql.val(rows.map((row) => String(row.id)));
    const roles = sql`(select id from sys_depart_role where depart_id = any(${ids}::text[]))`;
    await removeLinks(removal, "sys_depart_role_user", sql`drole_id in ${roles}`);
    await removeLinks(removal, "sys_depart_role_permission", sql`role_id in ${roles}`);
    await removeLinks(removal, "sys_depart_role", sql`depart_id = any(${ids}::text[])`);
    await removeLinks(removal, "sys_depart_permission", sql`depart_id = any(${ids}::text[])`);
    await removeLinks(removal, "sys_user_depart", sql`dep_id = any(${ids}::text[])`);
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/depart": departHooks };
