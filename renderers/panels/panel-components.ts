import type { ComponentType } from "react";
import { lazyPart } from "../../runtime/react/lazy-part.ts";
import type { Own } from "../../runtime/registry/define.ts";
import type { Panel } from "../../runtime/schema/types.gen.ts";
import { componentOf } from "../registered-components.ts";
import { MyTasksPanel } from "./my-tasks/MyTasksPanel.tsx";
import { NoticesPanel } from "./notices/NoticesPanel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { RankPanel } from "./rank/RankPanel.tsx";
import { ShortcutsPanel } from "./shortcuts/ShortcutsPanel.tsx";
import { StatPanel } from "./stat/StatPanel.tsx";
import { TextPanel } from "./text/TextPanel.tsx";

const XyPanel = lazyPart(() => import("./line/XyPanel.tsx").then((module) => ({ default: module.XyPanel })));

/** Charts and tables come after the figures: the first paint does not wait for them. */
export const panelComponents: Readonly<Record<Own<Panel["type"]>, ComponentType<PanelProps>>> = {
  stat: StatPanel,
  rank: RankPanel,
  text: TextPanel,
  shortcuts: ShortcutsPanel,
  line: XyPanel,
  area: XyPanel,
  bar: XyPanel,
  pie: lazyPart(() => import("./pie/PiePanel.tsx").then((module) => ({ default: module.PiePanel }))),
  gauge: lazyPart(() => import("./gauge/GaugePanel.tsx").then((module) => ({ default: module.GaugePanel }))),
  scatter: lazyPart(async () => ({ default: (await import("./scatter/ScatterPanel.tsx")).ScatterPanel })),
  "heat-map": lazyPart(async () => ({ default: (await import("./heat-map/HeatMapPanel.tsx")).HeatMapPanel })),
  chart: lazyPart(async () => ({ default: (await import("./chart-choice/ChartChoicePanel.tsx")).ChartChoicePanel })),
  pivot: lazyPart(async () => ({ default: (await import("./pivot/PivotPanel.tsx")).PivotPanel })),
  "my-tasks": MyTasksPanel,
  notices: NoticesPanel,
  table: lazyPart(() => import("./table/TablePanel.tsx").then((module) => ({ default: module.TablePanel }))),
};

/** The component of a panel, the product's or a plugin's. */
export function panelComponentOf(type: Panel["type"]): ComponentType<PanelProps> | undefined {
  return Object.hasOwn(panelComponents, type)
    ? panelComponents[type as Own<Panel["type"]>]
    : componentOf<PanelProps>("panel", type);
}
