import { Progress } from "antd";
import { figureText, nameText, numberAt, type PanelProps } from "../panel-props.ts";

/** The largest first, each with a bar relative to the first. */
export function RankPanel({ plan, rows, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "rank") return null;
  const shown = [...rows]
    .sort((one, other) => numberAt(other, panel.value) - numberAt(one, panel.value))
    .slice(0, panel.limit ?? 10);
  const largest = Math.max(0, ...shown.map((row) => numberAt(row, panel.value)));
  return (
    <ol className="sc-rank sc-boxes">
      {shown.map((row, index) => (
        <li key={nameText(row, panel.name)}>
          <i className={index < 3 ? "sc-rank-top" : undefined}>{index + 1}</i>
          <span className="sc-rank-name sc-two-lines" title={nameText(row, panel.name)}>
            {onPick ? (
              <button type="button" className="sc-link" onClick={() => onPick(row)}>
                {nameText(row, panel.name)}
              </button>
            ) : (
              nameText(row, panel.name)
            )}
          </span>
          <span className="sc-rank-bar" aria-hidden="true">
            <Progress
              percent={largest > 0 ? (numberAt(row, panel.value) / largest) * 100 : 0}
              showInfo={false}
              size={{ height: 6 }}
              strokeColor="var(--chart0)"
            />
          </span>
          <b className="sc-num">
            {figureText(row[panel.value], plan.figures.get(panel.value)?.format).replace("¥", "")}
          </b>
        </li>
      ))}
    </ol>
  );
}
