import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { referencedRows } from "./referenced-rows.ts";
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
  const [named] = await referencedRows(work, model, field, String(value));
  return { sysOrgCode: named?.orgCode ?? (work.caller.orgCode || null) };
}

function ownerOf(work: Work, model: ResolvedModel, row: Row): Draft {
  const { owner } = model.scope;
  if (typeof owner !== "string" || !isSame(row[owner], null)) return {};
  return { [owner]: work.caller.username };
}
