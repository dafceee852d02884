import { expect, test } from "vitest";
import type { ChartColors } from "./chart-colors.ts";
import { chartOption, tickText } from "./chart-options.ts";

test("values from ten thousand on are told in 万", () => {
  expect([0, 0.5, 400, 9_000, 40_000, 125_000].map(tickText)).toEqual(["0", "0.5", "400", "9,000", "4 万", "12.5 万"]);
});

test.each([
  [[1, undefined, 2], 1],
  [[0.5, 1], undefined],
])("the axis of %j has at least %s from tick to tick", (values, interval) => {
  const series = [{ name: "订单", values, text: String }];
  const spec = { kind: "bar", labels: ["a", "b", "c"], series, stacked: false, horizontal: false } as const;
  const { yAxis } = chartOption(spec, { series: [] } as unknown as ChartColors);
  expect((yAxis as { readonly minInterval?: number }).minInterval).toBe(interval);
});
