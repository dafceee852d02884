import { formatNumber } from "../../../runtime/format/number.ts";
import { numberAt, type PanelProps } from "../panel-props.ts";
import "./gauge.css";

const [width, height, radius, thickness] = [168, 100, 68, 14];
const arc = Math.PI * radius;

/** Half a ring for each row: how much of it is used up. */
export function GaugePanel({ plan, rows }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "gauge") return null;
  const { warn = 80, danger = 90 } = panel;
  return (
    <ul className="sc-gauges sc-line sc-wrap">
      {rows.map((row) => {
        const value = Math.min(100, Math.max(0, numberAt(row, panel.value)));
        const tone = value >= danger ? "danger" : value >= warn ? "warn" : "calm";
        const name = String(row[panel.name] ?? "");
        return (
          <li key={name}>
            <Gauge label={`${name} ${formatNumber(value, 1)}%`} value={value} tone={tone} />
            <span className="sc-gauge-name sc-cut" title={name}>
              {name}
            </span>
            {panel.caption ? <span className="sc-hint sc-num">{String(row[panel.caption] ?? "")}</span> : null}
          </li>
        );
      })}
    </ul>
  );
}

function Gauge({ label, value, tone }: { readonly label: string; readonly value: number; readonly tone: string }) {
  const path = `M${width / 2 - radius},${height - 12} a${radius},${radius} 0 0 1 ${radius * 2},0`;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <path className="sc-gauge-track" d={path} strokeWidth={thickness} />
      <path
        className={`sc-gauge-${tone}`}
        d={path}
        strokeWidth={thickness}
        strokeDasharray={`${(value / 100) * arc} ${arc}`}
      />
      <text x="50%" y={height - 16} textAnchor="middle">
        {formatNumber(value, 1)}%
      </text>
    </svg>
  );
}
