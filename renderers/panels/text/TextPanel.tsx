import type { PanelProps } from "../panel-props.ts";

/** A sentence or two, with expressions. */
export function TextPanel({ plan, rows, scope }: PanelProps) {
  return <p className="sc-quiet">{plan.text?.render({ ...scope, rows, row: rows[0] })}</p>;
}
