import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { columnOf } from "../query/to-sql.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { isSame } from "./store-row.ts";

/**
 * Whose row it is, never taken from a body: the department of the row that a reference names, or the code that a field
 * holds, or the session's; the owner field is the session's user where nothing else was chosen.
 */
export async function ownerValues(work: Work, model: ResolvedModel, row: Row, before: Row | undefined): Promise<Draft> {
  return { ...(await departOf(work, model, row, before)), ...ownerOf(work, model, row) };
}

async function departOf(work: Work, model: ResolvedModel, row: Row, before: Row | undefined): Promise<Draft> {
  const { depart } = model.scope;
  if (typeof depart !== "string") return before ? {} : { sysOrgCode: work.caller.orgCode || null };
  if (before && isSame(before[depart], row[depart])) return {};
  const field = model.fields.get(depart);
  const value = row[depart];
  if (!field || value === null || value === undefined) return { sysOrgCode: work.caller.orgCode || null };
  if (field.dict?.kind !== "model") return { sysOrgCode: value };
  return { sysOrgCode: (await referencedDepart(work, field, value)) ?? (work.caller.orgCode || null) };
}

async function referencedDepart(work: Work, field: ResolvedField, value: unknown): Promise<unknown> {
  const dict = field.dict?.kind === "model" ? field.dict : undefined;
  const target = dict && work.parts.models.get(dict.model);
  const key = target?.fields.get(dict?.value ?? "id");
  if (!target || !key) return undefined;
  const remembered = `depart ${target.id} ${key.name} ${String(value)}`;
  const known = work.referenced?.get(remembered);
  if (known) return known.code ?? undefined;
  const { rows } = await sql<{ code: string | null }>`
    select ${sql.ref(`${target.table}.sys_org_code`)} as code from ${sql.table(target.table)}
    where ${columnOf(key, { model: target })} = ${value}`.execute(work.trx);
  work.referenced?.set(remembered, { code: rows[0]?.code });
  return rows[0]?.code ?? undefined;
}

function ownerOf(work: Work, model: ResolvedModel, row: Row): Draft {
  const { owner } = model.scope;
  if (typeof owner !== "string" || !isSame(row[owner], null)) return {};
  return { [owner]: work.caller.username };
}
