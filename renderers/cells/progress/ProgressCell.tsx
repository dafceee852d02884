import type { CellProps } from "../cell-props.ts";

/** A thin bar with its figure. */
export function ProgressCell({ value, text }: CellProps) {
  const share = Math.min(100, Math.max(0, Number(value) || 0));
  return (
    <span className="sc-progress sc-line">
      <span className="sc-progress-track">
        <span className="sc-progress-bar" style={{ width: `${share}%` }} />
      </span>
      <span className="sc-num">{text}</span>
    </span>
  );
}
