import { sql } from "kysely";
import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { columnOf } from "../query/to-sql.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { selectRows } from "./read-rows.ts";
import { isSame } from "./store-row.ts";
import { tenantSql } from "./visible-rows.ts";

/** A snapshot of a snapshot of a snapshot is as deep as documents go. */
const maxPasses = 3;

/**
 * Copies fields of referenced rows where the reference is set or changed; later changes of those rows do not follow.
 *
 * @param sent fields that the caller chose himself and may write: they keep his value
 */
export async function takeSnapshots(
  work: Work,
  model: ResolvedModel,
  row: Draft,
  before: Row | undefined,
  sent: ReadonlySet<string>,
): Promise<void> {
  const fields = [...model.fields.values()].filter((field) => field.snapshot && !sent.has(field.name));
  for (let pass = 0; pass < maxPasses; pass += 1) {
    let isChanged = false;
    for (const field of fields) {
      const from = field.snapshot && model.fields.get(field.snapshot.from);
      if (!from || isSame(before?.[from.name], row[from.name])) continue;
      const target = await referencedRow(work, from, row[from.name]);
      const value = target?.[field.snapshot?.field ?? ""] ?? null;
      if (isSame(row[field.name], value)) continue;
      row[field.name] = value;
      isChanged = true;
    }
    if (!isChanged) return;
  }
}

/** The row that a reference names, whoever may see it: what is copied from it is the model's own statement. */
export async function referencedRow(work: Work, field: ResolvedField, value: unknown): Promise<Row | undefined> {
  const dict = field.dict?.kind === "model" ? field.dict : undefined;
  const target = dict && work.parts.models.get(dict.model);
  const key = target?.fields.get(dict?.value ?? "id");
  if (!target || !key || (typeof value !== "string" && typeof value !== "number")) return undefined;
  const where = sql<boolean>`cast(${columnOf(key, { model: target })} as text) = ${String(value)}
    and ${tenantSql(target, work.caller)}`;
  const byKey =
    key.type === "string"
      ? sql<boolean>`${columnOf(key, { model: target })} = ${String(value)}
    and ${tenantSql(target, work.caller)}`
      : where;
  const remembered = `${target.id} ${key.name} ${value}`;
  if (work.referenced?.has(remembered)) return work.referenced.get(remembered);
  const [row] = await selectRows(work.trx, target, byKey, { limit: 1 });
  work.referenced?.set(remembered, row);
  return row;
}
