import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { deleteWithChildren } from "./delete-below.ts";
import type { Work } from "./engine-parts.ts";
import { throwFieldErrors } from "./field-errors.ts";
import type { Draft } from "./hooks.ts";
import { ownerValues } from "./row-owner.ts";
import { changedFields, insertRow, updateRow } from "./store-row.ts";
import type { ChildTable } from "./sub-rows.ts";
import { changedSystemValues, newSystemValues } from "./system-values.ts";
import { keepSubTree, treeOf } from "./tree.ts";

/**
 * Brings the stored rows to what they should be: missing ones deleted first, so that unique values are free again.
 *
 * @throws AppError INVALID for a row whose parent is deleted, and where rows below a deleted one keep it
 * @param keepsOrder stored rows keep their number, new ones come after the last
 */
export async function writeSubRows(
  work: Work,
  child: ChildTable,
  masterId: string,
  rows: readonly Row[],
  stored: readonly Row[],
  keepsOrder = false,
): Promise<boolean> {
  const { model, relation } = child;
  const byId = new Map(stored.map((row) => [row.id, row]));
  const kept = new Set(rows.map((row) => row.id));
  const order = relation.kind === "one-to-many" ? relation.order : undefined;
  const numberOf = order ? numbering(order, stored, keepsOrder) : undefined;
  /** Each row that is written, before and after. */
  const written: (readonly [Row | undefined, Row | undefined])[] = [];
  const gone = stored.filter(({ id }) => !kept.has(id));
  refuseOrphans(model, rows, new Set(gone.map(({ id }) => id)));
  for (const row of gone) {
    await deleteWithChildren(work, model, row);
    written.push([row, undefined]);
  }
  for (const [index, row] of rows.entries()) {
    const before = byId.get(row.id);
    const next: Draft = { ...row, [relation.foreignKey]: masterId, ...numberOf?.(before, index) };
    if (!before) {
      Object.assign(next, newSystemValues(work), await ownerValues(work, model, next, undefined));
      await insertRow(work, model, next);
      written.push([undefined, next]);
    } else if (changedFields(model, before, next).length > 0) {
      await updateRow(work, model, before, { ...next, ...changedSystemValues(work, before) });
      written.push([before, next]);
    }
  }
  await keepSubTree(work, model, written, kept);
  return written.length > 0;
}

/** A row of a tree stays nowhere when its parent goes: a client that sends it says with that what it did not see. */
function refuseOrphans(model: ResolvedModel, rows: readonly Row[], gone: ReadonlySet<unknown>): void {
  const parent = treeOf(model)?.parent;
  if (parent && rows.some((row) => gone.has(row[parent.name]))) {
    throwFieldErrors({ [parent.name]: `${parent.title}不存在` });
  }
}

function numbering(order: string, stored: readonly Row[], keepsOrder: boolean) {
  let last = Math.max(0, ...stored.map((row) => Number(row[order] ?? 0)));
  return (before: Row | undefined, index: number): Row => {
    if (!keepsOrder) return { [order]: index + 1 };
    if (before) return { [order]: before[order] };
    last += 1;
    return { [order]: last };
  };
}
