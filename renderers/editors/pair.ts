import type { ResolvedField } from "../../runtime/model/resolved-model.ts";

type Scalar = string | number | boolean;

/** Wire values for on and off: as the document says, true and false for a boolean field, Y and N otherwise. */
export function pairOf(field: ResolvedField, values: readonly Scalar[] | undefined): readonly [Scalar, Scalar] {
  const [on, off] = values ?? [];
  if (on !== undefined && off !== undefined) return [on, off];
  if (field.type === "boolean") return [true, false];
  return field.type === "integer" ? [1, 0] : ["Y", "N"];
}
