import { isOn } from "../../../runtime/format/cell-text.ts";
import type { CellProps } from "../cell-props.ts";

/** Yes or no as a dot and a word; writing back belongs to the editable table. */
export function SwitchCell({ value, text, plan }: CellProps) {
  const values = plan.props.type === "switch" ? plan.props.values : undefined;
  return <span className={isOn(value, values) ? "sc-dot sc-dot-success" : "sc-dot sc-dot-grey"}>{text}</span>;
}
