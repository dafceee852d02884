import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import { formatNumber } from "../../../runtime/format/number.ts";
import { panelMessages } from "../panel-messages.ts";

import { figureText, numberAt, type PanelProps } from "../panel-props.ts";

const [width, height] = [88, 32];

/** One figure, how it changed, and a small line of how it came there. */
export function StatPanel({ plan, rows, scope, onPick }: PanelProps) {
  const { panel } = plan;
  if (panel.type !== "stat") return null;
  const all = { ...scope, rows, row: rows[0] };
  const value = plan.value?.evaluate(all);
  const before = plan.compare?.evaluate(all);
  const figure = figureText(value, panel.format);
  return (
    <div className="sc-stat sc-origin">
      <strong className="sc-num">
        {onPick ? (
          <button
            type="button"
            className="sc-link"
            style={{ color: "inherit" }}
            onClick={() => onPick(rows.at(-1) ?? {})}
          >
            {figure}
          </button>
        ) : (
          figure
        )}
      </strong>
      {plan.compare ? (
        <p className="sc-line sc-wrap sc-hint sc-num">
          <Change now={Number(value ?? 0)} before={Number(before ?? 0)} />
          <span>
            {panel.compareText ?? panelMessages.yesterday} {figureText(before ?? 0, panel.format)}
          </span>
        </p>
      ) : null}
      {panel.trend === undefined ? null : <Spark values={rows.map((row) => numberAt(row, panel.trend ?? ""))} />}
    </div>
  );
}

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  if (!(before > 0) || now === before) return null;
  const rose = now > before;
  const share = Math.abs((now - before) / before) * 100;
  return (
    <em className={rose ? "sc-good" : "sc-bad"}>
      {rose ? (
        <ArrowUpOutlined aria-label={panelMessages.rose} />
      ) : (
        <ArrowDownOutlined aria-label={panelMessages.fell} />
      )}
      {formatNumber(share, 1)}%
    </em>
  );
}

function Spark({ values }: { readonly values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || most === least) return null;
  const points = values.map((value, index) => ({
    x: 1 + (index / (values.length - 1)) * (width - 2),
    y: 2 + (1 - (value - least) / (most - least)) * (height - 4),
  }));
  return (
    <svg
      className="sc-spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
      focusable="false"
    >
      <path d={linePath(points)} />
    </svg>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A line through the points, as the `d` of a path. */
function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${round(x)},${round(y)}`).join("");
}

const round = (value: number): number => Math.round(value * 100) / 100;
