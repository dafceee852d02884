import { Chart } from "../chart/Chart.tsx";
import { figureAt, figureText, nameText, type PanelProps, titleOf } from "../panel-props.ts";

/** Lines, areas and bars: one column across, one series for each column named in `y`. */
export function XyPanel({ plan, rows, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "line" && panel.type !== "area" && panel.type !== "bar") return null;
  const hasLegend = panel.y.length > 1;
  return (
    <>
      {hasLegend ? (
        <ul className="sc-chart-legend">
          {panel.y.map((name, index) => (
            <li key={name}>
              <i style={{ background: `var(--chart${index % 6})` }} />
              {titleOf(plan, name)}
            </li>
          ))}
        </ul>
      ) : null}
      <Chart
        label={plan.title ?? ""}
        height={(plan.height ?? 320) - (hasLegend ? 92 : 64)}
        spec={{
          kind: panel.type,
          stacked: panel.stacked === true,
          horizontal: panel.type === "bar" && panel.horizontal === true,
          labels: rows.map((row) => nameText(row, panel.x)),
          series: panel.y.map((name) => ({
            name: titleOf(plan, name),
            values: rows.map((row) => figureAt(row, name)),
            text: (value) => figureText(value, plan.figures.get(name)?.format),
          })),
        }}
        {...(onPick ? { onPick: (at) => onPick(rows[at] ?? {}) } : {})}
      />
    </>
  );
}
