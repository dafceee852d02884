import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, flag, list, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const areaPanel = definePanel({
  type: "area",
  title: "面积图",
  description: "随时间变化的量，填充到横轴。",
  props: object(
    {
      x: described(fieldName, "横轴的列"),
      y: described(list(fieldName, 1), "纵轴的列，每列一条"),
      series: described(fieldName, "按这一列的值分成几条，画 y 的第一列"),
      op: described(oneOf("sum", "count", "max", "min", "avg"), "横轴相同的行怎样合并；缺省 sum"),
      stacked: described(flag, "各列叠在一起"),
    },
    ["x", "y"],
  ),
  component: "renderers/panels/line/XyPanel.tsx",
  examples: [
    { type: "area", title: "访问量", x: "day", y: ["visits"] },
    { type: "area", title: "各渠道访问量", x: "day", y: ["visits"], series: "channel", stacked: true },
  ],
});
