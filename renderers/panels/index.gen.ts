// Generated from the renderers' folders whenever something is built; do not edit.

import { MyTasksPanel } from "./my-tasks/MyTasksPanel.tsx";
import { NoticesPanel } from "./notices/NoticesPanel.tsx";
import { RankPanel } from "./rank/RankPanel.tsx";
import { ShortcutsPanel } from "./shortcuts/ShortcutsPanel.tsx";
import { StatPanel } from "./stat/StatPanel.tsx";
import { TextPanel } from "./text/TextPanel.tsx";
import { registerRenderers } from "../../runtime/registry/registry.ts";

registerRenderers("panel", {
  area: { fetch: async () => (await import("./line/XyPanel.tsx")).XyPanel },
  bar: { fetch: async () => (await import("./line/XyPanel.tsx")).XyPanel },
  chart: { fetch: async () => (await import("./chart-choice/ChartChoicePanel.tsx")).ChartChoicePanel },
  gauge: { fetch: async () => (await import("./gauge/GaugePanel.tsx")).GaugePanel },
  "heat-map": { fetch: async () => (await import("./heat-map/HeatMapPanel.tsx")).HeatMapPanel },
  line: { fetch: async () => (await import("./line/XyPanel.tsx")).XyPanel },
  "my-tasks": { rowless: true, component: MyTasksPanel },
  notices: { rowless: true, component: NoticesPanel },
  pie: { fetch: async () => (await import("./pie/PiePanel.tsx")).PiePanel },
  pivot: { fetch: async () => (await import("./pivot/PivotPanel.tsx")).PivotPanel },
  rank: { component: RankPanel },
  scatter: { fetch: async () => (await import("./scatter/ScatterPanel.tsx")).ScatterPanel },
  shortcuts: { rowless: true, component: ShortcutsPanel },
  stat: { component: StatPanel },
  table: { fetch: async () => (await import("./table/TablePanel.tsx")).TablePanel },
  text: { rowless: true, component: TextPanel },
});
