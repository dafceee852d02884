import { sql } from "kysely";
import type { Draft, ModelHooks, SaveContext } from "../models/hooks.ts";
import { refuse } from "../query/refusal.ts";
import { announce } from "./grant-changes.ts";

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
  const parentCode = parentId === "" ? "" : await codeOf(trx, parentId);
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

async function codeOf(trx: SaveContext["trx"], id: string): Promise<string> {
  const { rows } = await sql<{ code: string | null }>`select org_code as code from sys_depart where id = ${id}`.execute(
    trx,
  );
  return rows[0]?.code ?? "";
}

/** `A09` → `A10`, `A99` → `B01`. */
export function nextCode(code: string): string {
  const number = Number(code.slice(1));
  if (number < 99) return `${code[0]}${String(number + 1).padStart(2, "0")}`;
  if (code[0] === "Z") throw refuse("同一部门下的机构编码已用完");
  return `${String.fromCharCode(code.charCodeAt(0) + 1)}01`;
}

/** Who belongs where decides what is seen, so a change counts as a change of grants. */
const departHooks: ModelHooks = {
  beforeSave: giveCode,
  afterSave: announce,
  afterDelete: announce,
  afterRestore: announce,
  // While it lies in the bin its members and roles wait there with it.
  async afterPurge(rows, { trx }) {
    const ids = rows.map((row) => String(row.id));
    const roles = trx.selectFrom("sys_depart_role").select("id").where("depart_id", "in", ids);
    await trx.deleteFrom("sys_depart_role_user").where("drole_id", "in", roles).execute();
    await trx.deleteFrom("sys_depart_role_permission").where("role_id", "in", roles).execute();
    await trx.deleteFrom("sys_depart_role").where("depart_id", "in", ids).execute();
    await trx.deleteFrom("sys_depart_permission").where("depart_id", "in", ids).execute();
    await trx.deleteFrom("sys_user_depart").where("dep_id", "in", ids).execute();
  },
};

export const hooks: Readonly<Record<string, ModelHooks>> = { "system/depart": departHooks };
