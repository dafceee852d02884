import type { ResolvedField, ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import type { Work } from "./engine-parts.ts";
import type { Draft } from "./hooks.ts";
import { loadReferenced, referencedRows } from "./referenced-rows.ts";
import { isSame } from "./store-row.ts";

/** A snapshot of a snapshot of a snapshot is as deep as documents go. */
const maxPasses = 3;

/**
 * Copies fields of referenced rows where the reference is set or changed; later changes of those rows do not follow.
 *
 * @param sent fields that the caller chose themselves and may write: they keep their value
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
    const followed = fields.flatMap((field) => {
      const from = field.snapshot && model.fields.get(field.snapshot.from);
      return from && !isSame(before?.[from.name], row[from.name]) ? [{ field, from }] : [];
    });
    await loadReferenced(
      work,
      followed.map(({ from }) => ({ model, field: from, values: nameOf(row[from.name]) })),
    );
    for (const { field, from } of followed) {
      const value = (await copiedValue(work, model, from, row[from.name], field)) ?? null;
      if (isSame(row[field.name], value)) continue;
      row[field.name] = value;
      isChanged = true;
    }
    if (!isChanged) return;
  }
}

async function copiedValue(
  work: Work,
  model: ResolvedModel,
  from: ResolvedField,
  reference: unknown,
  { snapshot }: ResolvedField,
): Promise<unknown> {
  const [value] = nameOf(reference);
  if (value === undefined) return undefined;
  const target = (await referencedRows(work, model, from, value)).find((row) => row.isOwn);
  return target?.copied[snapshot?.field ?? ""];
}

/** What a reference can name a row by. */
const nameOf = (reference: unknown): string[] =>
  (typeof reference === "string" && reference !== "") || typeof reference === "number" ? [String(reference)] : [];
