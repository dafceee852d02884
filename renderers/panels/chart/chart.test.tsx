// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { figureText } from "../panel-props.ts";
import { Chart } from "./Chart.tsx";
import type { ChartColors } from "./chart-colors.ts";
import { chartOption } from "./chart-options.ts";
import type { ChartSpec, XySpec } from "./chart-spec.ts";
import { tipOf } from "./chart-tip.ts";

afterEach(cleanup);

use([BarChart, HeatmapChart, LineChart, PieChart, ScatterChart]);
use([GridComponent, TooltipComponent, VisualMapContinuousComponent, SVGRenderer]);

const colors: ChartColors = {
  series: ["#1890FF", "#14B8A6", "#F0A30B", "#8B6CE0", "#E86A5C", "#94A3B8"],
  primary: "#1890FF",
  strong: "#096DD9",
  tint: "#ECF5FF",
  text: "#1C2430",
  label: "#5A6575",
  line: "#EBEEF2",
  cross: "#8791A1",
  container: "#FFFFFF",
};

const xy = (more: Partial<XySpec> = {}): XySpec => ({
  kind: "line",
  stacked: false,
  horizontal: false,
  labels: ["11-01", "11-02", "11-03", "11-04", "11-05"],
  series: [{ name: "均价", values: [10, 20, undefined, 40, 40], text: (value) => figureText(value, undefined) }],
  ...more,
});

/** The drawing as the library writes it, 600 × 300. */
function draw(spec: ChartSpec): Document {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 });
  chart.setOption(chartOption(spec, colors));
  const text = chart.renderToSVGString();
  chart.dispose();
  return new DOMParser().parseFromString(text, "text/html");
}

const drawn = (picture: Document, attribute: string, value: string) => [
  ...picture.querySelectorAll(`path[${attribute}="${value}"]`),
];
const textsOf = (picture: Document) => [...picture.querySelectorAll("text")].map((text) => text.textContent);

describe("a drawing", () => {
  test("a line ends before a missing value and begins anew after it", () => {
    const [line] = drawn(draw(xy()), "stroke", "#1890FF");
    expect(line?.getAttribute("d")?.match(/M/g)).toHaveLength(2);
  });

  test("a missing value has no bar; zero is no missing value", () => {
    const series = [{ name: "均价", values: [10, 0, undefined, 40, 40], text: String }];
    expect(drawn(draw(xy({ kind: "bar", series })), "fill", "#1890FF")).toHaveLength(4);
  });

  test("stacked columns stand on one another: the axis reaches over their sum", () => {
    const values = [60_000, 60_000];
    const series = [
      { name: "一", values, text: String },
      { name: "二", values, text: String },
    ];
    const labels = ["甲", "乙"];
    expect(textsOf(draw(xy({ kind: "bar", labels, series, stacked: true })))).toContain("12 万");
    expect(textsOf(draw(xy({ kind: "bar", labels, series })))).not.toContain("12 万");
  });

  test("names are text: markup in them is drawn as it is written", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const picture = draw(xy({ labels: [hostile, "b", "c", "d", "e"] }));
    expect(picture.querySelector("img")).toBeNull();
    const tip = tipOf(xy({ labels: [hostile] }))([{ dataIndex: 0, seriesIndex: 0, color: "#1890FF" }]);
    expect(tip.querySelector("img")).toBeNull();
    expect(tip.querySelector("small")?.textContent).toBe(hostile);
  });

  test("a ring has a piece for each part, a scatter a dot for each point, a heat map a cell where two meet", () => {
    const parts = ["甲", "乙", "丙"].map((name, at) => ({ name, value: at + 1 }));
    const ring = draw({ kind: "pie", parts });
    expect(colors.series.slice(0, 3).map((color) => drawn(ring, "fill", color).length)).toEqual([1, 1, 1]);
    const points = [1, 2, 3, 4].map((value) => ({ name: `店 ${value}`, x: value, y: value * 2 }));
    expect(drawn(draw({ kind: "scatter", x: "单量", y: "金额", points }), "fill", "#1890FF")).toHaveLength(4);
    const cells = [
      { column: 0, line: 0, value: 0 },
      { column: 1, line: 1, value: 10 },
    ];
    const heat = draw({ kind: "heat-map", columns: ["一", "二"], lines: ["上午", "下午"], cells, text: String });
    expect(drawn(heat, "stroke", "#FFFFFF")).toHaveLength(2);
  });
});

describe("a chart on the page", () => {
  test("the arrow keys go from place to place and say what stands there, a missing value too", () => {
    render(<Chart label="均价" spec={xy()} height={200} />);
    const chart = screen.getByRole("img", { name: "均价" });
    fireEvent.keyDown(chart, { key: "End" });
    expect(screen.getByRole("status").textContent).toBe("11-05，均价 40");
    fireEvent.keyDown(chart, { key: "ArrowLeft" });
    fireEvent.keyDown(chart, { key: "ArrowLeft" });
    expect(screen.getByRole("status").textContent).toBe("11-03，均价 —");
    fireEvent.keyDown(chart, { key: "Escape" });
    expect(screen.getByRole("status").textContent).toBe("");
  });

  test("its figures stand in a table for those who do not see it", () => {
    render(<Chart label="均价" spec={xy()} height={200} />);
    const row = within(screen.getByRole("table", { name: "均价" })).getByRole("row", { name: "11-02 20" });
    expect(within(row).getByRole("rowheader").textContent).toBe("11-02");
  });

  test("Enter chooses the place that the keys went to", () => {
    const handlePick = vi.fn();
    render(<Chart label="均价" spec={xy()} height={200} onPick={handlePick} />);
    const chart = screen.getByRole("img", { name: "均价" });
    fireEvent.keyDown(chart, { key: "Enter" });
    expect(handlePick).not.toHaveBeenCalled();
    fireEvent.keyDown(chart, { key: "Home" });
    fireEvent.keyDown(chart, { key: "Enter" });
    expect(handlePick.mock.calls).toEqual([[0]]);
  });
});
