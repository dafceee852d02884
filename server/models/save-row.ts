import { sql } from "kysely";
import { isPart, type ResolvedModel, type Row } from "../../runtime/model/resolved-model.ts";
import type { Caller } from "../auth/caller.ts";
import type { Queryable } from "../db/database.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { atPresent, hookContext, readId, type Work, withReferences } from "./engine-parts.ts";
import { throwFieldErrors } from "./field-errors.ts";
import { fillAsks, fillFields, takeFills } from "./fill-row.ts";
import type { Draft, SaveContext } from "./hooks.ts";
import { refuseLocked } from "./locks.ts";
import { runAdded } from "./posts.ts";
import { readBody } from "./read-body.ts";
import { findRow, present } from "./read-rows.ts";
import { recordContext, refuseErrors, relationsRead, rulesOf } from "./record-rules.ts";
import { changedReferences, loadReferenced } from "./referenced-rows.ts";
import { referenceErrors } from "./references.ts";
import { fileErrors } from "./row-files.ts";
import { refuseOutOfScope } from "./row-in-scope.ts";
import { ownerValues } from "./row-owner.ts";
import { mayOwn } from "./row-tenants.ts";
import { takeSnapshots } from "./snapshots.ts";
import { changedFields, insertRow, isCurrent, isSame, type StoredRow, updateRow } from "./store-row.ts";
import {
  applySubRowChanges,
  bringsRelation,
  type ChildTable,
  childTables,
  foreignSubRows,
  loadSubRows,
  readSubRowChanges,
  readSubRows,
  refuseWithoutRights,
  titleOf,
} from "./sub-rows.ts";
import { changedSystemValues, newSystemValues } from "./system-values.ts";
import { keepTree } from "./tree.ts";
import { visibleSql } from "./visible-rows.ts";
import { writeSubRows } from "./write-sub-rows.ts";

const platformRows = "这是各租户共用的数据，只能在默认租户中修改";

/** Sub-rows of one relation on the way: what is stored, what the body makes of it. */
interface ChildDraft {
  readonly child: ChildTable;
  readonly stored: readonly Row[];
  readonly rows: Draft[];
  /** Ids of the stored rows that the caller does not see. */
  readonly foreign: ReadonlySet<unknown>;
  /** Nothing was said about places: the stored rows keep their numbers. */
  readonly keepsOrder: boolean;
  /** False: only loaded because computed values read them. */
  readonly isSent: boolean;
}

/** Inserts one row of a body, sub-rows included, and answers it complete and unmasked. */
export async function addRow(plain: Work, model: ResolvedModel, body: Row): Promise<Row> {
  if (!mayOwn(model, plain.caller)) throw refuse(platformRows);
  const work = withReferences(plain);
  const context = saveContext(work, model, undefined, body);
  const draft = readBody(work, model, body, undefined);
  await hooksOf(work, model)?.beforeValidate?.(draft, context);
  const children = await readChildren(work, model, body, undefined);
  const row = await prepareRow(work, model, draft, undefined, children, new Set(Object.keys(draft)));
  Object.assign(row, newSystemValues(work), await ownerValues(work, model, row, undefined));
  await hooksOf(work, model)?.beforeSave?.(row, context);
  await keepTree(work, model, undefined, row);
  const stored = await insertRow(work, model, row, mayBeLast(work, model, children));
  await writeChildren(work, row, children);
  await refuseForeign(work, model, stored);
  await runAdded(work, model, [row]);
  return finish(work, model, row, context, stored);
}

/** Changes one row; a call that changes nothing keeps the version. */
export async function editRow(plain: Work, model: ResolvedModel, body: Row): Promise<Row> {
  const before = await lockRow(plain, model, readId(body.id));
  const work = withReferences(atPresent(plain));
  await refuseStale(work, model, before, body.version);
  const context = saveContext(work, model, before, body);
  const draft = readBody(work, model, body, before);
  await hooksOf(work, model)?.beforeValidate?.(draft, context);
  const children = await readChildren(work, model, body, before);
  await refuseLocked(work, model, before, changedByCaller(model, before, draft, children));
  const row = await prepareRow(work, model, draft, before, children, changedNames(before, draft));
  Object.assign(row, await ownerValues(work, model, row, before));
  await hooksOf(work, model)?.beforeSave?.(row, context);
  const isChanged = changedFields(model, before, row).length > 0 || children.some(hasChanged);
  if (!isChanged) return before;
  await keepTree(work, model, before, row);
  const after = { ...row, ...changedSystemValues(work, before) };
  const stored = await updateRow(work, model, before, after, mayBeLast(work, model, children));
  await writeChildren(work, row, children);
  if (stored) await refuseForeign(work, model, stored);
  return finish(work, model, row, context, stored);
}

/** No sub-row and no hook comes after the row's own write. */
function mayBeLast(work: Work, model: ResolvedModel, children: readonly ChildDraft[]): boolean {
  const hooks = hooksOf(work, model);
  if (model.onAdd.length > 0) return false;
  return work.endsWithWrite === true && !hooks?.afterSave && !hooks?.afterRead && !children.some(hasChanged);
}

/**
 * From what was sent to a complete valid row: fill rules, snapshots, defaults, computed values, checks, references.
 * The sub-rows of `children` are replaced by complete ones.
 *
 * @param sent fields whose value was chosen by the sender, so that no snapshot replaces it
 */
export async function prepareRow(
  plain: Work,
  model: ResolvedModel,
  draft: Draft,
  before: Row | undefined,
  children: readonly ChildDraft[],
  sent: ReadonlySet<string>,
): Promise<Draft> {
  const work = withReferences(plain);
  const input: Draft = { ...before, ...draft };
  const asks = before ? [] : await fillAsks(work, [{ model, rows: [input] }]);
  const asked = new Set(asks.map(({ field }) => field));
  if (!before) await fillFields(work, model, input, { serial: false, except: asked });
  const sentChildren = children.filter(({ isSent }) => isSent);
  for (const sent of sentChildren) await fillSubRows(work, sent, { serial: false });
  const references = [
    ...changedReferences(work, model, input, before),
    ...sentChildren.flatMap(({ child, rows, stored }) => referencesOfSubRows(work, child, rows, stored)),
  ];
  const answers = await loadReferenced(work, references, asks);
  await takeFills(asks, answers);
  await takeSnapshots(work, model, input, before, sent);
  for (const { child, rows, stored } of sentChildren) await copyIntoSubRows(work, child, rows, stored);
  if (!before) await fillFields(work, model, input, { serial: true });
  for (const sent of sentChildren) await fillSubRows(work, sent, { serial: true });
  for (const { child, rows } of children) input[child.name] = rows;
  const storedChildren = Object.fromEntries(children.map(({ child, stored }) => [child.name, stored]));
  const mode = before ? "edit" : "add";
  const context = await recordContext(work, model, mode, before && { ...before, ...storedChildren });
  const applied = rulesOf(work.parts, model).apply(input, context);
  refuseErrors(model, applied.errors);
  const row: Draft = { ...applied.row };
  for (const { child, rows } of children) {
    rows.splice(0, rows.length, ...((row[child.name] as Draft[] | undefined) ?? []));
    delete row[child.name];
  }
  throwFieldErrors({
    ...(await allReferenceErrors(work, model, row, before, children)),
    ...(await fileErrors(work, model, row, before)),
  });
  return row;
}

/** The row that the caller may change, kept from others until the commit. */
export const lockRow = (work: Work, model: ResolvedModel, id: string): Promise<Draft> =>
  changeableRow(work.trx, model, id, work.caller, work.now, { lock: true });

/** @throws AppError ROW_NOT_FOUND, or INVALID for a row that all tenants read and another one changes */
export async function changeableRow(
  database: Queryable,
  model: ResolvedModel,
  id: string,
  caller: Caller,
  now: string,
  options: { readonly lock?: boolean } = {},
): Promise<Draft> {
  const row = await findRow(database, model, id, caller, now, { ...options, reach: "change" });
  if (row) return row;
  if (await findRow(database, model, id, caller, now)) throw refuse(platformRows);
  throw new AppError("ROW_NOT_FOUND");
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

/** A saved row must still be one that the caller may see: rows cannot be moved out of, or made outside, their scope. */
export async function refuseForeign(work: Work, model: ResolvedModel, stored: StoredRow): Promise<void> {
  const isVisible = isCurrent(work, model, stored) ? stored.isVisible : await isSeen(work, model, stored.row.id);
  if (!isVisible) throw refuseOutOfScope();
}

async function isSeen(work: Work, model: ResolvedModel, id: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(model.table)}
    where ${sql.ref(`${model.table}.id`)} = ${id} and ${visibleSql(model, work.caller, work.now, { reach: "change" })}`.execute(
    work.trx,
  );
  return rows.length > 0;
}

export function saveContext(work: Work, model: ResolvedModel, before: Row | undefined, body: Row): SaveContext {
  return { ...hookContext(work, model), before, body };
}

export function hooksOf(work: Work, model: ResolvedModel) {
  return work.parts.hooks.get(model.id);
}

/**
 * The saved row as it stands now: sub-rows may have changed its roll-ups, and a hook anything.
 *
 * @param stored as its write left it, to be read again only where something came after it
 */
export async function finish(
  work: Work,
  model: ResolvedModel,
  row: Row,
  context: SaveContext,
  stored?: StoredRow,
): Promise<Row> {
  const afterSave = hooksOf(work, model)?.afterSave;
  if (!afterSave && stored && isCurrent(work, model, stored)) return stored.row;
  await afterSave?.(row, context);
  return (await findRow(work.trx, model, String(row.id), work.caller, work.now)) ?? row;
}

async function readChildren(
  work: Work,
  model: ResolvedModel,
  body: Row,
  before: Row | undefined,
): Promise<ChildDraft[]> {
  const wanted = before ? relationsRead(work.parts, model) : [];
  const children: ChildDraft[] = [];
  for (const child of childTables(work, model)) {
    const isSent = bringsRelation(body, child.name);
    if (isSent && !isPart(child.relation)) throw refuse(`${titleOf(child)}不随本行保存，请在它自己的页面修改`);
    // A new master without the key has no rows: sums are 0 and a minimum is missed.
    if (!isSent && before && !wanted.includes(child.name)) continue;
    const stored = before ? await loadSubRows(work, child, String(before.id)) : [];
    // What the caller does not see they can neither have changed nor have taken out: it stays as it is.
    const foreign = before ? await foreignSubRows(work, child, String(before.id)) : new Set();
    const copies = (rows: readonly Row[]) => rows.map((row) => ({ ...row }));
    const seen = stored.filter(({ id }) => !foreign.has(id));
    const kept = copies(stored.filter(({ id }) => foreign.has(id)));
    const changes = isSent ? readSubRowChanges(child, body[child.name]) : undefined;
    const read = () =>
      changes ? applySubRowChanges(work, child, changes, seen) : readSubRows(work, child, body[child.name], seen);
    const sent = isSent ? read() : undefined;
    if (sent) refuseWithoutRights(work, child, seen, sent);
    const rows = sent ? [...sent, ...kept] : copies(stored);
    children.push({ child, stored, foreign, rows, keepsOrder: changes !== undefined && !changes.order, isSent });
  }
  return children;
}

async function fillSubRows(work: Work, { child, rows, stored }: ChildDraft, which: { readonly serial: boolean }) {
  const known = new Set(stored.map(({ id }) => id));
  for (const row of rows) if (!known.has(row.id)) await fillFields(work, child.model, row, which);
}

async function copyIntoSubRows(work: Work, child: ChildTable, rows: readonly Draft[], stored: readonly Row[]) {
  const byId = new Map(stored.map((row) => [row.id, row]));
  for (const row of rows) {
    const before = byId.get(row.id);
    const sent = before ? changedNames(before, row) : new Set(Object.keys(row));
    await takeSnapshots(work, child.model, row, before, sent);
  }
}

function referencesOfSubRows(work: Work, child: ChildTable, rows: readonly Row[], stored: readonly Row[]) {
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.flatMap((row) => changedReferences(work, child.model, row, byId.get(row.id)));
}

async function writeChildren(work: Work, master: Row, children: readonly ChildDraft[]): Promise<void> {
  for (const { child, rows, stored, foreign, keepsOrder } of children) {
    const isChanged = await writeSubRows(work, child, String(master.id), rows, stored, keepsOrder);
    if (!isChanged) continue;
    const foreignNow = await foreignSubRows(work, child, String(master.id));
    if ([...foreignNow].some((id) => !foreign.has(id))) throw refuseOutOfScope();
  }
}

async function allReferenceErrors(
  work: Work,
  model: ResolvedModel,
  row: Row,
  before: Row | undefined,
  children: readonly ChildDraft[],
): Promise<Record<string, string>> {
  const errors = await referenceErrors(work, model, row, before);
  for (const { child, rows, stored, isSent } of children) {
    if (!isSent) continue;
    const byId = new Map(stored.map((subRow) => [subRow.id, subRow]));
    for (const [index, subRow] of rows.entries()) {
      const found = await referenceErrors(work, child.model, subRow, byId.get(subRow.id), child.relation.foreignKey);
      for (const [name, message] of Object.entries(found)) errors[`${child.name}[${index}].${name}`] = message;
    }
  }
  return errors;
}

function changedByCaller(
  model: ResolvedModel,
  before: Row,
  draft: Row,
  children: readonly ChildDraft[],
): readonly string[] {
  const fields = [...changedNames(before, draft)].filter((name) => model.fields.has(name));
  return [...fields, ...children.filter((one) => one.isSent && hasChanged(one)).map((one) => one.child.name)];
}

function changedNames(before: Row, draft: Row): Set<string> {
  return new Set(Object.keys(draft).filter((name) => !isSame(before[name], draft[name])));
}

/** Rows came, went, moved, or hold other values. */
function hasChanged({ child, stored, rows, keepsOrder }: ChildDraft): boolean {
  if (rows.length !== stored.length) return true;
  const byId = new Map(stored.map((row) => [row.id, row]));
  return rows.some((row, index) => {
    const before = keepsOrder ? byId.get(row.id) : stored[index];
    return !before || before.id !== row.id || changedFields(child.model, before, row).length > 0;
  });
}
