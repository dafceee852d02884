import type { ResolvedField, ResolvedModel } from "../model/resolved-model.ts";
import type { Grants, Reason } from "./grants.ts";
import { type MaskShape, maskShapeOf } from "./mask.ts";

export interface FieldAccess {
  /** False: absent from answers, filters, sorting, advanced query, exports and statistics. */
  readonly visible: boolean;
  /** False: a value sent by this caller is ignored. */
  readonly writable: boolean;
  /** Present: answers carry the masked text. */
  readonly mask: MaskShape | undefined;
  readonly reasons: readonly Reason[];
}

const kept: FieldAccess = {
  visible: false,
  writable: false,
  mask: undefined,
  reasons: [{ kind: "document", statement: "readOnly" }],
};

type FieldOwner = Pick<ResolvedModel, "permissionPrefix">;

/**
 * What a caller may do with one field. The model's own statement (`permission.see|edit|plain`: holders only) and
 * permission rows named `<prefix>:see:<field>` and `<prefix>:edit:<field>` (holders only, once such a row is switched
 * on) are merged; the most restrictive wins.
 */
export function fieldAccess(model: FieldOwner, field: ResolvedField, grants: Grants): FieldAccess {
  // The server's own column beside a text, never a value of the row.
  if (field.pinyinOf !== undefined) return kept;
  const fixed: Reason[] = field.readOnly || field.system ? [{ kind: "document", statement: "readOnly" }] : [];
  if (grants.isAdmin) {
    const reasons: Reason[] = [{ kind: "administrator" }, ...fixed];
    return { visible: true, writable: fixed.length === 0, mask: undefined, reasons };
  }
  const see = missing(grants, field.permission.see, `${model.permissionPrefix}:see:${field.name}`);
  const edit = missing(grants, field.permission.edit, `${model.permissionPrefix}:edit:${field.name}`);
  const plain = missing(grants, field.permission.plain);
  return {
    visible: see.length === 0,
    writable: fixed.length + see.length + edit.length === 0,
    mask: plain.length > 0 ? maskShapeOf(field.cell) : undefined,
    reasons: [...fixed, ...see, ...edit, ...plain],
  };
}

type ModelAccess = ReadonlyMap<string, FieldAccess>;
type FieldsOwner = FieldOwner & Pick<ResolvedModel, "fields">;

/** One call asks several times, and a session calls again: neither a model nor grants ever change, they are replaced. */
const decided = new WeakMap<Grants, WeakMap<FieldsOwner, ModelAccess>>();

/** Access to every field of a model, by wire name. */
export function modelAccess(model: FieldsOwner, grants: Grants): ModelAccess {
  const known = decided.get(grants) ?? new WeakMap<FieldsOwner, ModelAccess>();
  decided.set(grants, known);
  const access =
    known.get(model) ??
    new Map([...model.fields.values()].map((field) => [field.name, fieldAccess(model, field, grants)]));
  known.set(model, access);
  return access;
}

/** A code that the document states binds always; a row's code binds once it is switched on. */
function missing(grants: Grants, stated: string | undefined, row?: string): Reason[] {
  const codes = [stated, row !== undefined && grants.controlled.has(row) ? row : undefined];
  return codes.flatMap((code): Reason[] =>
    code === undefined || grants.permissions.has(code) ? [] : [{ kind: "notGranted", code }],
  );
}
