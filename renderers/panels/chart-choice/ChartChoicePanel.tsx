import AreaChartOutlined from "@ant-design/icons/AreaChartOutlined";
import BarChartOutlined from "@ant-design/icons/BarChartOutlined";
import LineChartOutlined from "@ant-design/icons/LineChartOutlined";
import PieChartOutlined from "@ant-design/icons/PieChartOutlined";
import { Segmented } from "antd";
import { useState } from "react";
import type { Panel } from "../../../runtime/schema/types.gen.ts";
import { XyPanel } from "../line/XyPanel.tsx";
import type { PanelProps } from "../panel-props.ts";
import { PiePanel } from "../pie/PiePanel.tsx";
import { chartChoiceMessages } from "./chart-choice-messages.ts";

const kinds = [
  ["bar", BarChartOutlined],
  ["line", LineChartOutlined],
  ["area", AreaChartOutlined],
  ["pie", PieChartOutlined],
] as const;

/** A chart whose kind the reader chooses; it begins as the document says. */
export function ChartChoicePanel(props: PanelProps) {
  const { plan } = props;
  const { panel } = plan;
  const [chosen, setChosen] = useState<(typeof kinds)[number][0]>();
  if (panel.type !== "chart") return null;
  const { kind: first = "bar", x, y, series, op, ...frame } = panel;
  const kind = chosen ?? first;
  const drawn = kind === "pie" ? { ...frame, name: x, value: y[0] } : { ...frame, x, y, series, op };
  const Chart = kind === "pie" ? PiePanel : XyPanel;
  return (
    <>
      <Segmented
        className="sc-chart-kinds"
        size="small"
        aria-label={chartChoiceMessages.label}
        value={kind}
        onChange={setChosen}
        options={kinds.map(([value, Icon]) => ({
          value,
          title: chartChoiceMessages.kinds[value],
          label: <Icon aria-label={chartChoiceMessages.kinds[value]} />,
        }))}
      />
      <Chart {...props} plan={{ ...plan, panel: { ...drawn, type: kind } as Panel }} />
    </>
  );
}
