// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PanelPlan } from "../../../runtime/compile/panel-plan.ts";
import type { PanelProps } from "../panel-props.ts";
import { GaugePanel } from "./GaugePanel.tsx";

const plan = { panel: { type: "gauge", name: "name", value: "used", caption: "text" } } as unknown as PanelPlan;

it("SYS-20 a gauge stands for each row and changes its colour when little is left", () => {
  const rows = [
    { name: "数据", used: 41.25, text: "已用 4 GB" },
    { name: "系统", used: 93, text: "" },
    { name: "错", used: 250, text: "" },
  ];
  const { container } = render(<GaugePanel {...({ plan, rows } as unknown as PanelProps)} />);
  expect(screen.getByRole("img", { name: "数据 41.3%" })).toBeTruthy();
  expect(screen.getByText("已用 4 GB")).toBeTruthy();
  expect(container.querySelectorAll(".sc-gauge-danger")).toHaveLength(2);
  expect(screen.getByRole("img", { name: "错 100.0%" })).toBeTruthy();
});
