import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, json, list, mapOf, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const pageScreen = defineScreen({
  type: "page",
  title: "普通页面",
  description: "由面板组成，或是一个已注册的 React 页面。",
  props: object(
    {
      component: described(
        { title: "component", type: "string", pattern: "^[a-z0-9-]+(/[a-z0-9-]+)*$" },
        "已注册的 React 页面",
      ),
      params: described(mapOf(json), "交给页面的参数"),
      panels: described(list(ref("panel"), 1), "面板"),
    },
    ["title"],
  ),
  component: "renderers/screens/dashboard/DashboardScreen.tsx",
  examples: [{ schemaVersion: 1, kind: "page", title: "Redis 监控", component: "monitor/redis" }],
});
