import { createHash } from "node:crypto";
import { sql } from "kysely";
import { isNumeric } from "../../runtime/model/field-types.ts";
import type { ResolvedField } from "../../runtime/model/resolved-model.ts";
import type { DataDocument } from "../../runtime/schema/types.gen.ts";
import type { Queryable } from "../db/database.ts";
import { dataTables } from "./data-tables.ts";

export type Values = Record<string, unknown>;

/** The values of a row as its document stated them, by the row's business key. */
export interface ShippedRow {
  readonly key: string;
  readonly values: Values;
}

export const hashDocument = (document: DataDocument): string =>
  createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 32);

export async function readDocumentHashes(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, hash from ${sql.table(dataTables.documents)}`.execute(db);
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

export async function saveDocumentHash(db: Queryable, id: string, hash: string): Promise<void> {
  await sql`insert into ${sql.table(dataTables.documents)} (id, hash) values (${id}, ${hash})
    on conflict (id) do update set hash = excluded.hash`.execute(db);
}

export async function readShipped(db: Queryable, modelId: string): Promise<ReadonlyMap<string, Values>> {
  const { rows } = await sql<{ row_key: string; shipped: unknown }>`
    select row_key, shipped from ${sql.table(dataTables.rows)} where model = ${modelId}`.execute(db);
  return new Map(
    rows.map(({ row_key, shipped }) => [row_key, typeof shipped === "string" ? JSON.parse(shipped) : shipped]),
  );
}

export async function saveShipped(db: Queryable, modelId: string, rows: readonly ShippedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const json = JSON.stringify(rows.map(({ key, values }) => ({ model: modelId, row_key: key, shipped: values })));
  await sql`insert into ${sql.table(dataTables.rows)} (model, row_key, shipped)
    select model, row_key, shipped
    from json_populate_recordset(null::${sql.table(dataTables.rows)}, cast(${json} as json))
    on conflict (model, row_key) do update set shipped = excluded.shipped`.execute(db);
}

/** A shipped value in the shape in which the table gives it back. */
export function shippedValue(field: ResolvedField, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return null;
  if (field.type === "json") return value;
  if (Array.isArray(value)) return value.join(",");
  if (isNumeric(field)) return Number(value);
  return field.type === "boolean" ? value === true || value === "true" : String(value);
}

export const isSameValue = (left: unknown, right: unknown): boolean =>
  canonical(left ?? null) === canonical(right ?? null);

/** JSON with sorted keys: jsonb gives objects back in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
