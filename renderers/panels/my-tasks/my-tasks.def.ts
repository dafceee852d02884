import { definePanel } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const myTasksPanel = definePanel({
  type: "my-tasks",
  title: "我的待办",
  description: "等当前用户处理的单据。",
  props: object({ limit: described(count, "显示几条；缺省 6") }),
  examples: [{ type: "my-tasks", title: "我的待办" }],
});
