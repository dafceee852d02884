import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, number, object } from "../../../runtime/schema/fragments/build.ts";

export const gaugePanel = definePanel({
  type: "gauge",
  title: "仪表",
  description: "占用的比例，每行一个；接近用尽时变色。",
  props: object(
    {
      name: described(fieldName, "名称所在的列"),
      value: described(fieldName, "百分数所在的列，0 到 100"),
      caption: described(fieldName, "下方说明所在的列"),
      warn: described(number, "从多少起提醒；缺省 80"),
      danger: described(number, "从多少起警告；缺省 90"),
    },
    ["name", "value"],
  ),
  examples: [
    {
      type: "gauge",
      title: "磁盘",
      span: 12,
      source: { type: "rest", list: "GET /sys/monitor/disks" },
      name: "name",
      value: "usedPercent",
      caption: "text",
      warn: 70,
      danger: 85,
    },
  ],
});
