// The kinds of charts that panels draw, as SVG; nothing else of the library is in the bundle.
import { BarChart, HeatmapChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import { GridComponent, TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

use([
  BarChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
]);

/** Pixels of a chart that is drawn before its place has any. */
const fallback = { width: 640, height: 240 };

export const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: clientWidth || fallback.width,
  height: clientHeight || fallback.height,
});

export const initChart = (place: HTMLElement) => init(place, null, { renderer: "svg", ...sizeOf(place) });
