import { Chart } from "../chart/Chart.tsx";
import { figureAt, figureText, nameText, type PanelProps } from "../panel-props.ts";

/** A cell where two kinds meet; the last row of a pair counts. */
export function HeatMapPanel({ plan, rows, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "heat-map") return null;
  const columns = [...new Set(rows.map((row) => nameText(row, panel.x)))];
  const lines = [...new Set(rows.map((row) => nameText(row, panel.y)))];
  const cells = rows.flatMap((row) => {
    const value = figureAt(row, panel.value);
    if (value === undefined) return [];
    return [
      { column: columns.indexOf(nameText(row, panel.x)), line: lines.indexOf(nameText(row, panel.y)), value, row },
    ];
  });
  return (
    <Chart
      label={plan.title ?? ""}
      height={(plan.height ?? 320) - 64}
      spec={{
        kind: "heat-map",
        columns,
        lines,
        cells,
        text: (value) => figureText(value, plan.figures.get(panel.value)?.format),
      }}
      {...(onPick ? { onPick: (at) => onPick(cells[at]?.row ?? {}) } : {})}
    />
  );
}
