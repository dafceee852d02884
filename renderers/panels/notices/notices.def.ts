import { definePanel } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const noticesPanel = definePanel({
  type: "notices",
  title: "通知公告",
  description: "当前用户的通知。",
  props: object({ limit: described(count, "显示几条；缺省 6") }),
  load: "eager",
  rowless: true,
  sampleRows: [
    { anntId: "1", titile: "门店年终盘点安排", priority: "H", readFlag: "0", sendTime: "2026-11-21 09:30:00" },
    { anntId: "2", titile: "十一月结算已经完成", priority: "L", readFlag: "1", sendTime: "2026-11-20 17:05:00" },
  ],
  examples: [{ type: "notices", title: "通知公告", limit: 6 }],
});
