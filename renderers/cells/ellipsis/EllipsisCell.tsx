import { plainText } from "../../../runtime/format/cell-text.ts";
import type { CellProps } from "../cell-props.ts";

/** A text cut to a number of places; the whole of it stands in the title. */
export function EllipsisCell({ value, text }: CellProps) {
  const whole = plainText(value);
  return whole === text ? text : <span title={whole}>{text}</span>;
}
