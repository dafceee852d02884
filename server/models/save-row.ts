import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { modelAccess } from "../../runtime/permission/field-access.ts";
import { maskText } from "../../runtime/permission/mask.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../query/refusal.ts";
import { hookContext, readId, type Work } from "./engine-parts.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { runFillRule } from "./fill-rules.ts";
import type { Draft, SaveContext } from "./hooks.ts";
import { findRow, present } from "./read-rows.ts";
import { completeRow, refuseInvalid } from "./record-rules.ts";
import { checkReferences } from "./references.ts";
import { coerce } from "./row-codec.ts";
import { ownerValues } from "./row-owner.ts";
import { changedFields, insertRow, isSame, updateRow } from "./store-row.ts";
import { visibleSql } from "./visible-rows.ts";

/** Inserts one row of a body and answers it complete, unmasked. */
export async function addRow(work: Work, model: ResolvedModel, body: Row): Promise<Row> {
  const context = saveContext(work, model, undefined, body);
  const draft = readBody(work, model, body, undefined);
  await hooksOf(work, model)?.beforeValidate?.(draft, context);
  await fillFields(work, model, draft);
  const row = completeRow(work, model, { ...emptyRow(model), ...draft }, undefined);
  Object.assign(row, await ownerValues(work, model, row, undefined), newSystemValues(work));
  refuseInvalid(work, model, row, undefined);
  await checkReferences(work, model, row, undefined);
  await hooksOf(work, model)?.beforeSave?.(row, context);
  await insertRow(work, model, row);
  await refuseForeign(work, model, String(row.id));
  await hooksOf(work, model)?.afterSave?.(row, context);
  return row;
}

/** Changes one row; a row without changes keeps its version. */
export async function editRow(work: Work, model: ResolvedModel, body: Row): Promise<Row> {
  const before = await lockRow(work, model, readId(body.id));
  await refuseStale(work, model, before, body.version);
  const context = saveContext(work, model, before, body);
  const draft = readBody(work, model, body, before);
  await hooksOf(work, model)?.beforeValidate?.(draft, context);
  const row = completeRow(work, model, { ...before, ...draft }, before);
  Object.assign(row, await ownerValues(work, model, row, before));
  refuseInvalid(work, model, row, before);
  await checkReferences(work, model, row, before);
  await hooksOf(work, model)?.beforeSave?.(row, context);
  if (changedFields(model, before, row).length === 0) return before;
  Object.assign(row, changedSystemValues(work, before));
  await updateRow(work, model, before, row);
  await refuseForeign(work, model, String(row.id));
  await hooksOf(work, model)?.afterSave?.(row, context);
  return row;
}

/** The row that the caller may see, kept from others until the commit. */
export async function lockRow(work: Work, model: ResolvedModel, id: string): Promise<Draft> {
  const row = await findRow(work.trx, model, id, work.caller, work.now, { lock: true });
  if (!row) throw new AppError("ROW_NOT_FOUND");
  return row;
}

/** A version that is not the row's own is a conflict; foreign clients send none, which is noted. */
export async function refuseStale(work: Work, model: ResolvedModel, before: Row, version: unknown): Promise<void> {
  if (version === undefined || version === null || version === "") {
    work.parts.note("edit without version", { model: model.id, id: before.id, user: work.caller.username });
    return;
  }
  if (Number(version) === Number(before.version)) return;
  const [current] = await present(work, model, [before], work.caller, "detail", work.trx);
  throw new AppError("CONFLICT", { result: { current } });
}

/** Fields of the body that this caller may write, in their wire form; unknown and read-only ones are dropped. */
export function readBody(work: Work, model: ResolvedModel, body: Row, before: Row | undefined): Draft {
  const access = modelAccess(model, work.caller);
  const draft: Draft = {};
  const fieldErrors: Record<string, string> = {};
  for (const field of model.fields.values()) {
    const allowed = access.get(field.name);
    if (!allowed?.writable || !Object.hasOwn(body, field.name) || body[field.name] === undefined) continue;
    const sent = body[field.name];
    const stored = before?.[field.name];
    if (allowed.mask && typeof stored === "string" && sent === maskText(stored, allowed.mask)) continue;
    const coerced = coerce(field, sent);
    if ("error" in coerced) fieldErrors[field.name] = coerced.error;
    else draft[field.name] = coerced.value;
  }
  throwFieldErrors(fieldErrors);
  return draft;
}

export function emptyRow(model: ResolvedModel): Draft {
  return Object.fromEntries([...model.fields.keys()].map((name) => [name, undefined]));
}

/** Fill rules run where nothing was sent. */
export async function fillFields(work: Work, model: ResolvedModel, draft: Draft): Promise<void> {
  for (const field of model.fields.values()) {
    if (field.fill === undefined || !isSame(draft[field.name], null)) continue;
    const value = await runFillRule(work, field.fill, draft, { model, field });
    if (value !== null) draft[field.name] = value;
  }
}

export function newSystemValues(work: Work): Draft {
  return {
    id: work.parts.newId(),
    version: 1,
    createBy: work.caller.username,
    createTime: work.now,
    updateBy: null,
    updateTime: null,
    tenantId: work.caller.tenantId,
  };
}

export function changedSystemValues(work: Work, before: Row): Draft {
  return { version: Number(before.version ?? 0) + 1, updateBy: work.caller.username, updateTime: work.now };
}

/** A saved row must still be one that the caller may see: rows cannot be moved out of, or made outside, his scope. */
export async function refuseForeign(work: Work, model: ResolvedModel, id: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${id} and ${visibleSql(model, work.caller, work.now)}`.execute(work.trx);
  if (rows.length === 0) throw refuse("超出您的数据权限范围，不能保存");
}

export function saveContext(work: Work, model: ResolvedModel, before: Row | undefined, body: Row): SaveContext {
  return { ...hookContext(work, model), before, body };
}

export function hooksOf(work: Work, model: ResolvedModel) {
  return work.parts.hooks.get(model.id);
}
