import { definePanel } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const noticesPanel = definePanel({
  type: "notices",
  title: "通知公告",
  description: "当前用户的通知。",
  props: object({ limit: described(count, "显示几条；缺省 6") }),
  load: "eager",
  rowless: true,
  examples: [{ type: "notices", title: "通知公告", limit: 6 }],
});
