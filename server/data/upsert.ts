import { sql } from "kysely";
import { compileBraced, isExpression } from "../../runtime/expr/template.ts";
import type { ResolvedModel } from "../../runtime/model/resolved-model.ts";
import type { DataDocument } from "../../runtime/schema/types.gen.ts";
import type { Database, Queryable } from "../db/database.ts";
import type { NewId } from "../db/ids.ts";
import { readRow } from "../models/row-codec.ts";
import { createReferenceFinder, isRowReference, keyText, type ReferenceFinder } from "./find-references.ts";
import {
  hashDocument,
  isSameValue,
  readDocumentHashes,
  readShipped,
  type ShippedRow,
  saveDocumentHash,
  saveShipped,
  shippedValue,
  type Values,
} from "./shipped-rows.ts";
import { insertRows, refreshTreeFlags, updateRows } from "./write-rows.ts";

export interface DataOptions {
  /** Rows `"when": "demo"` are written. */
  readonly demo: boolean;
  /** Rows `"when": "demo-accounts"` are written. */
  readonly demoAccounts: boolean;
  readonly newId: NewId;
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly now: string;
}

export interface DataReport {
  /** Document id → ids of new rows. */
  readonly inserted: ReadonlyMap<string, readonly string[]>;
  readonly updated: number;
  /** Rows that name another row which is not there; their documents are applied again next time. */
  readonly unresolved: readonly string[];
}

type Models = ReadonlyMap<string, ResolvedModel>;

/**
 * Writes the rows that ship with the product. A row is found by its business key; a value that differs from what was
 * shipped last was changed by an administrator and stays, a row that they deleted stays deleted. A document that has
 * not changed since it was applied is skipped.
 *
 * @param documents by id, checked; their models' tables exist
 * @throws Error for sub-rows whose model has no unique index that names them
 */
export async function applyDataDocuments(
  db: Database,
  documents: ReadonlyMap<string, DataDocument>,
  models: Models,
  options: DataOptions,
): Promise<DataReport> {
  const hashes = await readDocumentHashes(db.kysely);
  const wanted = [...documents]
    .filter(
      ([, { when }]) => when === undefined || (when === "demo" ? options.demo : options.demo && options.demoAccounts),
    )
    .map(([id, document]) => ({ id, document, hash: hashDocument(document) }))
    .filter(({ id, hash }) => hashes.get(id) !== hash);
  const report = { inserted: new Map<string, readonly string[]>(), updated: 0, unresolved: [] as string[] };
  if (wanted.length === 0) return report;

  await db.transaction(async (trx) => {
    const references = createReferenceFinder(trx, models);
    for (const { id, document, hash } of orderDocuments(wanted)) {
      const model = models.get(document.model);
      if (!model) continue;
      const writer: Writer = { trx, models, options, references };
      const written = await writeRows(writer, model, document.key, document.rows);
      report.inserted.set(id, written.inserted);
      report.updated += written.updated;
      report.unresolved.push(...written.unresolved.map((row) => `${id}: ${row}`));
      if (written.unresolved.length === 0) await saveDocumentHash(trx, id, hash);
    }
  });
  return report;
}

/** Documents whose rows others refer to come first. */
function orderDocuments<Item extends { readonly id: string; readonly document: DataDocument }>(
  items: readonly Item[],
): readonly Item[] {
  const ordered: Item[] = [];
  const seen = new Set<Item>();
  const visit = (item: Item): void => {
    if (seen.has(item)) return;
    seen.add(item);
    const needed = referredModels(item.document.rows);
    for (const other of items) if (needed.has(other.document.model) && other !== item) visit(other);
    ordered.push(item);
  };
  for (const item of items) visit(item);
  return ordered;
}

function referredModels(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (isRowReference(value)) found.add(value.ref);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) referredModels(part, found);
  return found;
}

interface Writer {
  readonly trx: Queryable;
  readonly models: Models;
  readonly options: DataOptions;
  readonly references: ReferenceFinder;
}

interface Written {
  readonly inserted: string[];
  updated: number;
  readonly unresolved: string[];
}

/** A row of a document with its references found and its sub-rows set aside. */
interface Prepared {
  readonly key: string;
  readonly values: Values;
  readonly children: ReadonlyMap<string, readonly Values[]>;
}

async function writeRows(
  writer: Writer,
  model: ResolvedModel,
  keyFields: readonly string[],
  rows: readonly Values[],
): Promise<Written> {
  const { trx, options, references } = writer;
  const written: Written = { inserted: [], updated: 0, unresolved: [] };
  const shipped = await readShipped(trx, model.id);
  const remembered: ShippedRow[] = [];
  const fresh: Values[] = [];
  const children = new Map<string, Values[]>();

  let pending: Values[] = [];
  /** A row may refer to one before it in the same document. */
  const flush = async (): Promise<void> => {
    await insertRows(trx, model, pending);
    if (pending.length > 0) references.forget(model.id);
    pending = [];
  };

  const stored = new Map<string, Values>();
  for (const row of await readStored(trx, model)) stored.set(keyText(keyFields.map((field) => row[field])), row);
  for (const source of rows) {
    if (referredModels(source).has(model.id)) await flush();
    const row = await prepareRow(writer, model, keyFields, source);
    if (typeof row === "string") {
      written.unresolved.push(row);
      continue;
    }
    const before = shipped.get(row.key);
    const current = stored.get(row.key);
    if (!current && before) continue; // an administrator deleted it
    const target = current ?? newRow(model, row.values, options);
    if (!current) {
      fresh.push(target);
      stored.set(row.key, target);
      pending.push(target);
    } else {
      const changes = shippedChanges(row.values, current, before);
      if (changes.length > 0) {
        for (const name of changes) current[name] = row.values[name];
        await updateRows(trx, model, [current], changes);
        references.forget(model.id);
        written.updated += 1;
      }
    }
    if (!before || !isSameValue(before, row.values)) remembered.push({ key: row.key, values: row.values });
    for (const [relation, details] of row.children) {
      const list = children.get(relation) ?? [];
      list.push(...details.map((detail, index) => linkDetail(model, relation, target, detail, index)));
      children.set(relation, list);
    }
  }
  await flush();
  await saveShipped(trx, model.id, remembered);
  written.inserted.push(...fresh.map(({ id }) => String(id)));
  await refreshTreeFlags(trx, model, fresh);
  for (const [relation, details] of children) await writeChildren(writer, model, relation, details, written);
  return written;
}

async function writeChildren(
  writer: Writer,
  model: ResolvedModel,
  relation: string,
  details: readonly Values[],
  written: Written,
): Promise<void> {
  const found = model.relations[relation];
  const child = found && found.kind !== "tree" ? writer.models.get(found.model) : undefined;
  if (!found || found.kind === "tree" || !child) return;
  const index = child.indexes.find(({ unique, fields }) => unique && fields.includes(found.foreignKey));
  if (!index) throw new Error(`${child.id}: sub-rows need a unique index over ${found.foreignKey}`);
  const below = await writeRows(writer, child, index.fields, details);
  written.updated += below.updated;
  written.unresolved.push(...below.unresolved);
}

/** The sub-row with its master's id; its place is that in the document unless it says another. */
function linkDetail(model: ResolvedModel, relation: string, master: Values, detail: Values, index: number): Values {
  const found = model.relations[relation];
  if (!found || found.kind === "tree") return detail;
  const order = found.kind === "one-to-many" ? found.order : undefined;
  return { ...(order ? { [order]: index + 1 } : {}), ...detail, [found.foreignKey]: master.id };
}

/** @returns the row, or the text of a reference that finds nothing */
async function prepareRow(
  { references }: Writer,
  model: ResolvedModel,
  keyFields: readonly string[],
  source: Values,
): Promise<Prepared | string> {
  const values: Values = {};
  const children = new Map<string, readonly Values[]>();
  for (const [name, value] of Object.entries(source)) {
    const field = model.fields.get(name);
    if (!field) {
      if (model.relations[name] && Array.isArray(value)) children.set(name, value as Values[]);
      continue;
    }
    const found = isRowReference(value) ? await references.find(value, field) : value;
    if (found === undefined) return JSON.stringify(value);
    values[name] = shippedValue(field, found);
  }
  return { key: keyText(keyFields.map((field) => values[field])), values, children };
}

/** Shipped values that are new, where the table still has what was shipped before. */
function shippedChanges(values: Values, current: Values, before: Values | undefined): string[] {
  return Object.keys(values).filter((name) => {
    if (isSameValue(current[name], values[name])) return false;
    if (before && Object.hasOwn(before, name)) return isSameValue(current[name], before[name]);
    return current[name] === null; // shipped for the first time: only what is empty is filled
  });
}

function newRow(model: ResolvedModel, values: Values, { newId, now }: DataOptions): Values {
  const row: Values = {};
  for (const field of model.fields.values()) row[field.name] = values[field.name] ?? null;
  for (const field of model.fields.values()) {
    if (Object.hasOwn(values, field.name) || field.default === undefined) continue;
    const value = isExpression(field.default) ? compileBraced(field.default)({ row, now }) : field.default;
    row[field.name] = shippedValue(field, value);
  }
  const { depart } = model.scope;
  return {
    ...row,
    id: values.id ?? newId(),
    version: 1,
    createBy: "system",
    createTime: now,
    tenantId: 0,
    sysOrgCode: values.sysOrgCode ?? (typeof depart === "string" ? (values[depart] ?? null) : null),
  };
}

async function readStored(trx: Queryable, model: ResolvedModel): Promise<readonly Values[]> {
  const { rows } = await sql<Values>`select * from ${sql.table(model.table)}`.execute(trx);
  return rows.map((row) => readRow(model, row));
}
