import { sql, type Transaction } from "kysely";
import type { ResolvedModel, Row } from "../../../runtime/model/resolved-model.ts";
import { authChannel } from "../../auth/authentication.ts";
import type { Caller } from "../../auth/caller.ts";
import { type GrantTarget, grantedIds, grantTables, holdersOf, lockOwner } from "../../auth/grant-targets.ts";
import { saveHome } from "../../auth/role-home.ts";
import { splitList } from "../../auth/user-store.ts";
import { notifyOnCommit } from "../../db/commit-notices.ts";
import type { Tables } from "../../db/database.ts";
import type { NewId } from "../../db/ids.ts";
import { AppError } from "../../http/errors.ts";
import { refuse } from "../../http/refusal.ts";
import { logChanges } from "../../models/data-log.ts";
import { withoutRaising } from "../users/may-act-on.ts";
import { loadRules } from "./data-rules-of.ts";
import { type Holdings, holdingsOf, refuseUnheld } from "./holdings.ts";

/** Wanted and not shown before is given, shown and not wanted is taken; what somebody else changed since stays. */
export interface Choice {
  readonly wanted: ReadonlySet<string>;
  /** What the screen showed when it was opened; undefined replaces what is stored. */
  readonly last: ReadonlySet<string> | undefined;
}

export interface RuleChoice extends Choice {
  readonly permissionId: string;
}

export interface GrantChange extends Choice {
  readonly rules?: readonly RuleChoice[] | undefined;
  /** The page that holders of a role see first: id of its menu row, null for the usual one. */
  readonly home?: string | null | undefined;
}

/** Ids of what was given and what was taken. */
export interface Done {
  readonly given: readonly string[];
  readonly taken: readonly string[];
}

export interface GrantsDone extends Done {
  readonly rules: readonly (Done & { readonly permissionId: string })[];
  /** Absent when it stayed. */
  readonly home?: string | null;
}

export interface GrantSave {
  readonly trx: Transaction<Tables>;
  readonly giver: Caller;
  readonly target: GrantTarget;
  readonly now: string;
  readonly models: ReadonlyMap<string, ResolvedModel>;
  readonly newId: NewId;
}

/** A save with what was found out about who gives and to whom. */
interface Allowed extends GrantSave {
  readonly owner: Readonly<Record<string, unknown>>;
  readonly holdings: Holdings | undefined;
}

/**
 * Gives and takes menus, buttons and data rules, and chooses the home page: all of it or, when one part is refused,
 * nothing.
 *
 * @throws AppError FORBIDDEN where somebody hands on what they do not hold, or changes a role that is their own
 */
export async function saveGrants(parts: GrantSave, change: GrantChange): Promise<GrantsDone> {
  const { trx, giver, target } = parts;
  const owner = await lockOwner(trx, target);
  const save: Allowed = { ...parts, owner, holdings: await refuseOwn(parts) };
  const menus = merged(await grantedIds(trx, target), change);
  refuseUnheld(save.holdings?.permissions, [...menus.given, ...menus.taken]);
  await refuseUnknown(trx, menus.given);
  if (target.kind === "departRole") await refuseBeyondDepart(trx, String(owner.depart_id), menus.given);
  const rules: (Done & { readonly permissionId: string })[] = [];
  await withoutRaising(trx, giver, await holdersOf(trx, target), async () => {
    await give(save, menus.given);
    await take(save, menus.taken);
    for (const choice of change.rules ?? []) {
      rules.push({ permissionId: choice.permissionId, ...(await saveRules(save, choice)) });
    }
  });
  const home = await saveHome(save, change.home);
  notifyOnCommit(trx, authChannel);
  const changed = rules.filter(({ given, taken }) => given.length + taken.length > 0);
  return { ...menus, rules: changed, ...(home === undefined ? {} : { home }) };
}

function merged(before: readonly string[], { wanted, last }: Choice): Done {
  const stored = new Set(before);
  const shown = last ?? stored;
  return {
    given: [...wanted].filter((id) => !shown.has(id) && !stored.has(id)),
    taken: [...shown].filter((id) => !wanted.has(id) && stored.has(id)),
  };
}

async function give(save: Allowed, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { trx, giver, target, owner, holdings, now, newId } = save;
  const { table, column } = grantTables[target.kind];
  const rows = ids.map((permissionId) => ({
    id: newId(),
    [column]: target.id,
    ...(target.kind === "departRole" ? { depart_id: owner.depart_id } : {}),
    permission_id: permissionId,
    // What they see themselves only in part they hand on in part.
    data_rule_ids: [...(holdings?.permissions.get(permissionId) ?? [])].join(",") || null,
    version: 1,
    tenant_id: 0,
    create_by: giver.username,
    create_time: now,
  }));
  await trx.insertInto(table).values(rows).execute();
  await logLinks(save, rows, "saved");
}

async function take(save: Allowed, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { trx, target } = save;
  const { table, column } = grantTables[target.kind];
  const own = trx
    .deleteFrom(table)
    .where(column, "=", target.id)
    .where("permission_id", "in", [...ids]);
  const gone = await own.returningAll().execute();
  await logLinks(save, gone.map(oneVersionOn), "deleted");
  if (target.kind === "depart") await takeFromDepartRoles(save, ids);
}

/** What a department loses its roles lose too. */
async function takeFromDepartRoles(save: Allowed, permissionIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`delete from sys_depart_role_permission
    where permission_id = any(${sql.val([...permissionIds])}::text[])
      and role_id in (select id from sys_depart_role where depart_id = ${save.target.id}) returning *`.execute(
    save.trx,
  );
  await logLinks({ ...save, target: { kind: "departRole", id: "" } }, rows.map(oneVersionOn), "deleted");
}

/**
 * Chooses the data rules that narrow one granted menu. Who is no administrator cannot drop a rule that narrows it for
 * themselves: others would see more through them than they do.
 */
async function saveRules(save: Allowed, choice: RuleChoice): Promise<Done> {
  const { trx, target, holdings } = save;
  const { permissionId } = choice;
  const { table, column, missing } = grantTables[target.kind];
  refuseUnheld(holdings?.permissions, [permissionId]);
  const link = await trx
    .selectFrom(table)
    .selectAll()
    .where(column, "=", target.id)
    .where("permission_id", "=", permissionId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw refuse(missing);
  const known = new Set((await loadRules(trx, permissionId)).map((rule) => rule.id));
  if ([...choice.wanted].some((id) => !known.has(id))) throw refuse("所选数据规则不属于该菜单");
  const before = splitList(link.data_rule_ids);
  const done = merged(before, choice);
  const after = [...before.filter((id) => !done.taken.includes(id)), ...done.given];
  const own = holdings?.permissions.get(permissionId) ?? new Set<string>();
  if ([...own].some((id) => !after.includes(id))) throw new AppError("FORBIDDEN");
  if (done.given.length + done.taken.length === 0) return done;
  const row = { ...oneVersionOn(link), data_rule_ids: after.join(",") || null };
  await trx
    .updateTable(table)
    .set({ data_rule_ids: row.data_rule_ids, version: row.version })
    .where("id", "=", String(link.id))
    .execute();
  await logLinks(save, [row], "saved");
  return done;
}

const oneVersionOn = (row: Readonly<Record<string, unknown>>) => ({ ...row, version: Number(row.version ?? 0) + 1 });

/** Grants are rows of models: their data log says who had which, and since when. */
async function logLinks(
  save: GrantSave,
  rows: readonly Readonly<Record<string, unknown>>[],
  change: "saved" | "deleted",
): Promise<void> {
  const model = save.models.get(grantTables[save.target.kind].model);
  if (!model || rows.length === 0) return;
  const work = { ...save, caller: save.giver, parts: { models: save.models, newId: save.newId } };
  const asRow = (stored: Readonly<Record<string, unknown>>): Row =>
    Object.fromEntries([...model.fields.values()].map((field) => [field.name, stored[field.column] ?? null]));
  await logChanges(work, model, rows.map(asRow), change);
}

/** Nobody but an administrator changes a role that they hold themselves: dropping a narrowing rule would raise them. */
async function refuseOwn({ trx, giver, target: { kind, id } }: GrantSave): Promise<Holdings | undefined> {
  const holdings = await holdingsOf(trx, giver);
  if (!holdings) return undefined;
  if (kind === "role" && holdings.roles.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "departRole" && holdings.departRoles.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "depart" && !holdings.departs.has(id)) throw new AppError("FORBIDDEN");
  if (kind === "departRole") {
    const role = await trx.selectFrom("sys_depart_role").select("depart_id").where("id", "=", id).executeTakeFirst();
    refuseUnheld(holdings.departs, [String(role?.depart_id ?? "")]);
  }
  return holdings;
}

async function refuseUnknown(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`select id from sys_permission
    where id = any(${sql.val([...ids])}::text[]) and coalesce(del_flag, 0) = 0`.execute(trx);
  if (rows.length < ids.length) throw refuse("所选菜单不存在");
}

async function refuseBeyondDepart(trx: Transaction<Tables>, departId: string, ids: readonly string[]): Promise<void> {
  const allowed = new Set(await grantedIds(trx, { kind: "depart", id: departId }));
  if (ids.some((id) => !allowed.has(id))) throw refuse("超出部门的授权范围");
}
