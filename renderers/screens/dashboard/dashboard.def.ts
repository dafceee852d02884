import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const dashboardScreen = defineScreen({
  type: "dashboard",
  title: "看板",
  description: "24 栅格上的面板，各有自己的数据来源。",
  props: object(
    {
      panels: described(list(ref("panel"), 1), "面板"),
      refresh: described({ type: "integer", minimum: 3 }, "自动刷新，秒"),
    },
    ["title", "panels"],
  ),
  examples: [{ schemaVersion: 1, kind: "dashboard", title: "首页", panels: [{ type: "notices", span: 24 }] }],
});
