import { byGroup } from "../../../runtime/panels/by-group.ts";
import { Chart } from "../chart/Chart.tsx";
import { figureText, nameText, type PanelProps, titleOf } from "../panel-props.ts";

/** Lines, areas and bars: one column across, one series for each column named in `y`, or for each value of `series`. */
export function XyPanel({ plan, rows, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "line" && panel.type !== "area" && panel.type !== "bar") return null;
  const { x, y, op = "sum", series: lineOf } = panel;
  const places = byGroup(rows, { x, y, op, series: lineOf, inTime: panel.type !== "bar" });
  const nameOf = (line: string) => {
    const row = rows.find((one) => lineOf !== undefined && String(one[lineOf] ?? "") === line);
    return nameText(row ?? {}, lineOf ?? "");
  };
  const names = lineOf === undefined ? y.map((name) => titleOf(plan, name)) : places.lines.map(nameOf);
  const format = (at: number) =>
    op === "count" ? "number" : plan.figures.get((lineOf === undefined ? y[at] : y[0]) ?? "")?.format;
  const hasLegend = names.length > 1;
  return (
    <>
      {hasLegend ? (
        <ul className="sc-chart-legend sc-line sc-wrap sc-hint sc-quiet">
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <li key={index} className="sc-line sc-tight">
              <i className="sc-key" style={{ background: `var(--chart${index % 6})` }} />
              {name}
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
          labels: places.rows.map((row) => nameText(row, x)),
          series: names.map((name, at) => ({
            name,
            values: places.cells[at] ?? [],
            text: (value) => figureText(value, format(at)),
          })),
        }}
        {...(onPick ? { onPick: (at) => onPick(places.rows[at] ?? {}) } : {})}
      />
    </>
  );
}
