import { type KeyboardEvent, useId, useState } from "react";
import { areaPath, labelStep, niceTicks, type Point, smoothPath, stretchesOf, tickText } from "./scale.ts";
import { useWidth } from "./use-width.ts";
import "./chart.css";

type Figure = number | undefined;

export interface Series {
  readonly name: string;
  /** One for each label; undefined is a gap. */
  readonly values: readonly Figure[];
  /** The value in the tooltip. */
  text(value: Figure): string;
}

interface XyChartProps {
  readonly label: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly height: number;
  readonly shape: "line" | "area" | "bar";
}

const pad = { left: 48, right: 12, top: 12, bottom: 28 };

/** Lines, areas or bars over one axis, with one crosshair. The crosshair follows the pointer or the arrow keys. */
export function XyChart({ label, labels, series, height, shape }: XyChartProps) {
  const [place, width] = useWidth(640);
  const [at, setAt] = useState<number | undefined>(undefined);
  const gradient = useId();
  const ticks = niceTicks(Math.max(0, ...series.flatMap((each) => each.values.filter((value) => value !== undefined))));
  const inner = { width: Math.max(1, width - pad.left - pad.right), height: height - pad.top - pad.bottom };
  const top = ticks.at(-1) ?? 1;
  const count = labels.length;
  const xOf = (index: number) =>
    pad.left +
    (shape === "bar" || count < 2 ? ((index + 0.5) / count) * inner.width : (index / (count - 1)) * inner.width);
  const yOf = (value: number) => pad.top + inner.height * (1 - value / top);
  const pointsOf = (values: readonly Figure[]) =>
    values.map((value, index): Point | undefined =>
      value === undefined ? undefined : { x: xOf(index), y: yOf(value) },
    );
  const every = labelStep(count, inner.width, 56);
  const handleKey = (event: KeyboardEvent) => {
    const next = { ArrowRight: (at ?? -1) + 1, ArrowLeft: (at ?? count) - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(count - 1, Math.max(0, next)));
  };
  return (
    <div ref={place} className="sc-chart">
      <svg
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair is moved with the arrow keys
        tabIndex={0}
        width={width}
        height={height}
        onPointerMove={(event) => setAt(nearestIndex(event.nativeEvent.offsetX, count, xOf))}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={handleKey}
      >
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--chart0)" stopOpacity="0.18" />
            <stop offset="1" stopColor="var(--chart0)" stopOpacity="0.02" />
          </linearGradient>
        </defs>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="sc-chart-grid" x1={pad.left} x2={width - pad.right} y1={yOf(tick)} y2={yOf(tick)} />
            <text className="sc-chart-label" x={pad.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {labels.map((text, index) =>
          index % every === 0 ? (
            <text
              key={text}
              className="sc-chart-label"
              x={xOf(index)}
              y={height - 8}
              textAnchor={index === count - 1 && count > 1 && shape !== "bar" ? "end" : "middle"}
            >
              {text}
            </text>
          ) : null,
        )}
        {shape === "bar" ? (
          <Bars series={series} xOf={xOf} yOf={yOf} slot={inner.width / Math.max(1, count)} />
        ) : (
          series.map((each, index) => {
            const stretches = stretchesOf(pointsOf(each.values));
            const filled = index === 0 && (shape === "area" || series.length <= 2);
            return (
              <g key={each.name}>
                {filled
                  ? stretches.map((points) => (
                      <path key={points[0]?.x} d={areaPath(points, yOf(0))} fill={`url(#${gradient})`} />
                    ))
                  : null}
                <path
                  className="sc-chart-line"
                  d={stretches.map(smoothPath).join("")}
                  stroke={`var(--chart${index % 6})`}
                />
              </g>
            );
          })
        )}
        {at === undefined ? null : (
          <g>
            <line className="sc-chart-cross" x1={xOf(at)} x2={xOf(at)} y1={pad.top} y2={pad.top + inner.height} />
            {shape === "bar"
              ? null
              : series.map((each, index) => {
                  const value = each.values[at];
                  return value === undefined ? null : (
                    <circle
                      key={each.name}
                      className="sc-chart-dot"
                      cx={xOf(at)}
                      cy={yOf(value)}
                      r={4}
                      stroke={`var(--chart${index % 6})`}
                    />
                  );
                })}
          </g>
        )}
      </svg>
      {at === undefined ? null : (
        <div
          className="sc-chart-tip"
          role="status"
          style={xOf(at) > width / 2 ? { right: width - xOf(at) + 12 } : { left: xOf(at) + 12 }}
        >
          <b>{labels[at]}</b>
          {series.map((each, index) => (
            <span key={each.name}>
              <i style={{ background: `var(--chart${index % 6})` }} />
              {each.name}
              <em>{each.text(each.values[at])}</em>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

interface BarsProps {
  readonly series: readonly Series[];
  readonly slot: number;
  xOf(index: number): number;
  yOf(value: number): number;
}

function Bars({ series, slot, xOf, yOf }: BarsProps) {
  const bar = Math.min(24, (slot * 0.6) / Math.max(1, series.length));
  return series.map((each, index) => (
    <g key={each.name} fill={`var(--chart${index % 6})`}>
      {each.values.map((value, at) =>
        value === undefined ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={at}
            x={xOf(at) + (index - series.length / 2) * bar + 1}
            y={yOf(Math.max(0, value))}
            width={Math.max(1, bar - 2)}
            height={Math.max(0, yOf(0) - yOf(Math.max(0, value)))}
            rx={2}
          />
        ),
      )}
    </g>
  ));
}

function nearestIndex(x: number, count: number, xOf: (index: number) => number): number | undefined {
  if (count === 0) return undefined;
  const distances = Array.from({ length: count }, (_, index) => Math.abs(xOf(index) - x));
  return distances.indexOf(Math.min(...distances));
}
