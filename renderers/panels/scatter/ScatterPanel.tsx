import { Chart } from "../chart/Chart.tsx";
import { figureAt, nameText, type PanelProps, titleOf } from "../panel-props.ts";

/** A point for each row that has both figures. */
export function ScatterPanel({ plan, rows, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "scatter") return null;
  const points = rows.flatMap((row) => {
    const [x, y] = [figureAt(row, panel.x), figureAt(row, panel.y)];
    const name = panel.name === undefined ? "" : nameText(row, panel.name);
    return x === undefined || y === undefined ? [] : [{ name, x, y, row }];
  });
  return (
    <Chart
      label={plan.title ?? ""}
      height={(plan.height ?? 320) - 64}
      spec={{ kind: "scatter", x: titleOf(plan, panel.x), y: titleOf(plan, panel.y), points }}
      {...(onPick ? { onPick: (at) => onPick(points[at]?.row ?? {}) } : {})}
    />
  );
}
