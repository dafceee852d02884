// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { figureText } from "../panel-props.ts";
import { XyChart } from "./XyChart.tsx";

afterEach(cleanup);

const labels = ["11-01", "11-02", "11-03", "11-04", "11-05"];
const show = (shape: "line" | "area" | "bar") =>
  render(
    <XyChart
      label="均价"
      labels={labels}
      height={200}
      shape={shape}
      series={[{ name: "均价", values: [10, 20, undefined, 40, 40], text: (value) => figureText(value, undefined) }]}
    />,
  );
const pathsOf = (container: HTMLElement, query: string) =>
  [...container.querySelectorAll(query)].map((path) => path.getAttribute("d") ?? "");

test("a line ends before a missing value and begins anew after it", () => {
  const { container } = show("line");
  const [path = ""] = pathsOf(container, ".sc-chart-line");
  expect(path.match(/M/g)).toHaveLength(2);
  // From 10 to 20, and along 40: nothing goes down to the base.
  expect(path.match(/C/g)).toHaveLength(2);
  expect(pathsOf(container, "path[fill^=url]")).toHaveLength(2);
});

test("a missing value has no bar; zero is no missing value", () => {
  const { container } = show("bar");
  expect(container.querySelectorAll("rect")).toHaveLength(4);
});

test("the crosshair over a missing value says that there is none and sets no dot", () => {
  const { container } = show("line");
  const chart = screen.getByRole("img", { name: "均价" });
  fireEvent.keyDown(chart, { key: "End" });
  expect(container.querySelectorAll("circle")).toHaveLength(1);
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(screen.getByRole("status").textContent).toBe("11-03均价—");
  expect(container.querySelectorAll("circle")).toHaveLength(0);
});
