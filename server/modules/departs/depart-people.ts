import { sql } from "kysely";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import { decideAction } from "../../../runtime/permission/action.ts";
import { splitList } from "../../auth/user-store.ts";
import { AppError } from "../../http/errors.ts";
import type { Draft, NarrowContext, ReadContext, SaveContext } from "../../models/hooks.ts";
import { departsBelow } from "../grants/holdings.ts";

/** `user_identity` of who is in charge of departments, and of everybody else. */
const [staff, inCharge] = [1, 2] as const;
const namedAtMost = 20;

/** Counts the people of each department with everything below it, and names who is in charge of it. */
export async function addPeople(rows: Draft[], context: ReadContext): Promise<void> {
  const ids = rows.map((row) => String(row.id));
  if (ids.length === 0) return;
  const [counts, heads] = [await countsOf(context, ids), await headsOf(context, ids)];
  for (const row of rows) {
    const own = heads.get(String(row.id));
    row.headcount = counts.get(String(row.id)) ?? 0;
    row.heads = own?.names.replaceAll(",", "、") ?? null;
    if (context.purpose === "detail")
      Object.assign(row, { headIds: own?.ids ?? null, headIds_dictText: own?.names ?? null });
  }
}

async function countsOf({ database, engine, caller }: ReadContext, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; count: string }>`
    select top.id, count(distinct link.user_id) as count from sys_depart top
    join sys_depart below on starts_with(below.org_code, top.org_code) and coalesce(below.del_flag, 0) = 0
    join sys_user_depart link on link.dep_id = below.id
    join sys_user person on person.id = link.user_id
    where top.id = any(${sql.val([...ids])}::text[]) and ${engine.tenantRows("system/user", caller, "person")}
    group by top.id`.execute(database);
  return new Map(rows.map((row) => [row.id, Number(row.count)]));
}

async function headsOf({ database, engine, caller }: ReadContext, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; ids: string; names: string }>`
    select charge.id, string_agg(person.id, ',' order by person.username) as ids,
      string_agg(coalesce(person.realname, person.username), ',' order by person.username) as names
    from sys_user person
    cross join lateral unnest(string_to_array(replace(person.depart_ids, ' ', ''), ',')) as charge(id)
    where person.user_identity = ${inCharge} and charge.id = any(${sql.val([...ids])}::text[])
      and ${engine.tenantRows("system/user", caller, "person")}
    group by charge.id`.execute(database);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Puts people in charge of a department, or takes the charge away, as `headIds` (comma list) says; an absent key leaves
 * them. Each of them is edited as a user, so whoever may not edit users, or not these, is refused.
 */
export async function saveHeads(id: string, { body, caller, engine, trx }: SaveContext): Promise<void> {
  if (!("headIds" in body)) return;
  const wanted = new Set(splitList(body.headIds));
  const { rows } = await sql<{ id: string; version: number; depart_ids: string | null; user_identity: number }>`
    select id, version, depart_ids, user_identity from sys_user
    where id = any(${sql.val([...wanted])}::text[])
      or (user_identity = ${inCharge} and ${id} = any(string_to_array(replace(depart_ids, ' ', ''), ',')))
    order by id`.execute(trx);
  for (const person of rows) {
    const isHead = Number(person.user_identity) === inCharge;
    const had = isHead ? splitList(person.depart_ids) : [];
    if (had.includes(id) === wanted.has(person.id)) continue;
    if (!decideAction(caller, "system:user:edit").allowed) throw new AppError("FORBIDDEN");
    const departs = wanted.has(person.id) ? [...had, id] : had.filter((each) => each !== id);
    const change = { userIdentity: departs.length > 0 ? inCharge : staff, departIds: departs.join(",") || null };
    await engine.edit("system/user", { id: person.id, version: Number(person.version), ...change }, caller, { trx });
  }
}

/** Whom the removal of a department, with everything below it, takes out of it. */
export async function removalOf(id: string, { database, engine, caller }: NarrowContext): Promise<Row> {
  const departs = await departsBelow(database, [id]);
  const { rows } = await sql<{ name: string; count: string }>`
    select coalesce(person.realname, person.username) as name, count(*) over () as count from sys_user person
    where ${engine.tenantRows("system/user", caller, "person")} and person.id in (
      select user_id from sys_user_depart where dep_id = any(${sql.val([...departs])}::text[]))
    order by person.username limit ${sql.lit(namedAtMost)}`.execute(database);
  const people = Number(rows[0]?.count ?? 0);
  const names = rows.map((row) => row.name).join("、");
  return { below: departs.length - 1, people, names: people > rows.length ? `${names}…` : names };
}
