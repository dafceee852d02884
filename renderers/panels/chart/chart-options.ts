import type { EChartsCoreOption } from "echarts/core";
import { formatNumber } from "../../../runtime/format/number.ts";
import { panelMessages } from "../panel-messages.ts";
import type { ChartColors } from "./chart-colors.ts";
import type { ChartSpec, Figure, HeatSpec, PieSpec, ScatterSpec, XySpec } from "./chart-spec.ts";

const fontSize = 12;

/** The library's description of a chart. Nothing of the data is markup: names are drawn as text. */
export function chartOption(spec: ChartSpec, colors: ChartColors): EChartsCoreOption {
  const common = { animation: false, color: [...colors.series], textStyle: { fontFamily: "inherit", fontSize } };
  switch (spec.kind) {
    case "pie":
      return { ...common, ...pieOption(spec, colors) };
    case "scatter":
      return { ...common, ...scatterOption(spec, colors) };
    case "heat-map":
      return { ...common, ...heatOption(spec, colors) };
    default:
      return { ...common, ...xyOption(spec, colors) };
  }
}

/** The axes stay inside, however long their words are. */
const grid = { left: 4, right: 12, top: 16, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "axisLabel" };

const nameAxis = (data: readonly string[], { label, line }: ChartColors) => ({
  type: "category",
  data,
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
  axisLabel: { color: label, fontSize, hideOverlap: true, width: 96, overflow: "truncate" },
});

/** @param figures what stands along it: whole numbers have no ticks between them */
const valueAxis = ({ label, line }: ChartColors, figures: readonly Figure[]) => ({
  type: "value",
  ...(figures.every((figure) => figure === undefined || Number.isInteger(figure)) ? { minInterval: 1 } : {}),
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: label, fontSize, formatter: tickText },
  splitLine: { lineStyle: { color: line } },
  splitNumber: 4,
});

function xyOption(spec: XySpec, colors: ChartColors) {
  const { labels, series, horizontal } = spec;
  const names = { ...nameAxis(labels, colors), boundaryGap: spec.kind === "bar", inverse: horizontal };
  const values = valueAxis(
    colors,
    series.flatMap((each) => each.values),
  );
  const pointer = { type: "line", lineStyle: { color: colors.cross, type: [3, 3] } };
  return {
    grid,
    xAxis: horizontal ? values : names,
    yAxis: horizontal ? names : values,
    tooltip: { trigger: "axis", axisPointer: spec.kind === "bar" ? { type: "none" } : pointer },
    series: series.map((each, index) => ({
      name: each.name,
      ...(spec.stacked ? { stack: "all" } : {}),
      ...(spec.kind === "bar" ? barOf(spec, colors) : lineOf(spec, index, colors)),
      data: each.values.map((value, at) => pointOf(each.values, value, at)),
    })),
  };
}

/** A missing value breaks the line; one that stands alone is a dot, or nobody would see it. */
function pointOf(values: readonly Figure[], value: Figure, at: number) {
  if (value === undefined) return { value: null };
  const isAlone = values[at - 1] === undefined && values[at + 1] === undefined;
  return { value, symbol: isAlone ? "circle" : "none" };
}

function barOf({ series, stacked, horizontal }: XySpec, { strong, text }: ChartColors) {
  const only = series.length === 1;
  return {
    type: "bar",
    barMaxWidth: 36,
    barGap: "8%",
    itemStyle: { borderRadius: stacked ? 0 : horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0] },
    emphasis: only
      ? {
          itemStyle: { color: strong },
          label: {
            show: true,
            position: horizontal ? "right" : "top",
            color: text,
            fontWeight: 600,
            formatter: ({ value }: { readonly value: unknown }) => tickText(Number(value)),
          },
        }
      : { disabled: true },
  };
}

function lineOf({ kind, series, stacked }: XySpec, index: number, colors: ChartColors) {
  const color = colors.series[index % colors.series.length] ?? colors.primary;
  const isFilled = stacked ? kind === "area" : index === 0 && (kind === "area" || series.length <= 2);
  const fade = [
    { offset: 0, color: alpha(color, stacked ? 0.5 : 0.18) },
    { offset: 1, color: alpha(color, stacked ? 0.3 : 0.02) },
  ];
  return {
    type: "line",
    smooth: true,
    smoothMonotone: "x",
    symbolSize: 5,
    lineStyle: { width: 2 },
    emphasis: { disabled: true },
    ...(isFilled ? { areaStyle: { color: { type: "linear", x: 0, y: 0, x2: 0, y2: 1, colorStops: fade } } } : {}),
  };
}

/** `#1890FF` at a share of its strength. */
function alpha(hex: string, share: number): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgba(${(value >> 16) & 255},${(value >> 8) & 255},${value & 255},${share})`;
}

function pieOption({ parts }: PieSpec, { container }: ChartColors) {
  return {
    tooltip: { trigger: "item" },
    series: [
      {
        type: "pie",
        radius: ["66%", "90%"],
        padAngle: parts.length > 1 ? 2 : 0,
        itemStyle: { borderColor: container },
        label: { show: false },
        emphasis: { scale: false },
        data: parts.map(({ name, value }) => ({ name, value: Math.max(0, value) })),
      },
    ],
  };
}

function scatterOption({ x, y, points }: ScatterSpec, colors: ChartColors) {
  const axis = (figures: readonly Figure[]) => ({
    ...valueAxis(colors, figures),
    scale: true,
    nameTextStyle: { color: colors.label },
  });
  return {
    grid: { ...grid, top: 28, right: 24 },
    xAxis: { ...axis(points.map((point) => point.x)), name: x, nameLocation: "middle", nameGap: 26 },
    yAxis: { ...axis(points.map((point) => point.y)), name: y, nameTextStyle: { color: colors.label, align: "left" } },
    tooltip: { trigger: "item" },
    series: [
      {
        type: "scatter",
        symbolSize: 9,
        itemStyle: { opacity: 0.72 },
        data: points.map(({ name, x: across, y: up }) => ({ name, value: [across, up] })),
      },
    ],
  };
}

function heatOption({ columns, lines, cells }: HeatSpec, colors: ChartColors) {
  const values = cells.map(({ value }) => value);
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)];
  return {
    grid,
    xAxis: nameAxis(columns, colors),
    yAxis: { ...nameAxis(lines, colors), inverse: true },
    tooltip: { trigger: "item" },
    visualMap: { type: "continuous", show: false, min, max, inRange: { color: [colors.tint, colors.primary] } },
    series: [
      {
        type: "heatmap",
        itemStyle: { borderColor: colors.container, borderWidth: 2 },
        emphasis: { itemStyle: { borderColor: colors.strong } },
        data: cells.map(({ column, line, value }) => [column, line, value]),
      },
    ],
  };
}

/** `120000` → `12 万`. */
export function tickText(value: number): string {
  if (Math.abs(value) >= 10_000) return panelMessages.shortTick(value);
  return formatNumber(Number(value.toPrecision(6)), undefined);
}
