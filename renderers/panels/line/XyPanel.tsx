import { XyChart } from "../chart/XyChart.tsx";
import { figureText, nameText, numberAt, type PanelProps, titleOf } from "../panel-props.ts";

/** Lines, areas and bars: one column across, one series for each column named in `y`. */
export function XyPanel({ plan, rows }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "line" && panel.type !== "area" && panel.type !== "bar") return null;
  return (
    <XyChart
      label={plan.title ?? ""}
      labels={rows.map((row) => nameText(row, panel.x))}
      series={panel.y.map((name) => ({
        name: titleOf(plan, name),
        values: rows.map((row) => numberAt(row, name)),
        text: (value) => figureText(value, plan.figures.get(name)?.format),
      }))}
      height={(plan.height ?? 320) - 64}
      shape={panel.type}
    />
  );
}
