import type { CellProps } from "../cell-props.ts";

/** Text that does something when pressed, most often open the detail. */
export function LinkCell({ text, row, plan, context }: CellProps) {
  const actions = plan.props.type === "link" ? plan.props.do : [];
  return (
    <button type="button" className="sc-link" onClick={() => context.run(row, actions)}>
      {text}
    </button>
  );
}
