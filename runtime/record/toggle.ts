import type { ResolvedField } from "../model/resolved-model.ts";

type Scalar = string | number | boolean;

/** Wire values for on and off: as the document says, true and false for a boolean field, Y and N otherwise. */
export function pairOf(
  field: Pick<ResolvedField, "type">,
  values: readonly Scalar[] | undefined,
): readonly [Scalar, Scalar] {
  const [on, off] = values ?? [];
  if (on !== undefined && off !== undefined) return [on, off];
  if (field.type === "boolean") return [true, false];
  return field.type === "integer" ? [1, 0] : ["Y", "N"];
}

/** The pair of a field whose control is a switch or a single tick; undefined for any other. */
export function togglePair(field: ResolvedField): readonly [Scalar, Scalar] | undefined {
  const { widget, dict, multiple, type } = field;
  if (widget?.type === "switch") return pairOf(field, widget.values);
  if (widget?.type === "checkbox" && !(dict && multiple)) return pairOf(field, widget.values);
  return type === "boolean" && !widget && !dict ? pairOf(field, undefined) : undefined;
}

/** What a query offers as 是 and 否: the pair of a switch, and of a boolean whatever its control. */
export const yesNoPair = (field: ResolvedField): readonly [Scalar, Scalar] | undefined =>
  togglePair(field) ?? (field.type === "boolean" ? pairOf(field, undefined) : undefined);
