import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, object } from "../../../runtime/schema/fragments/build.ts";

export const heatMapPanel = definePanel({
  type: "heat-map",
  title: "热力图",
  description: "两个类别交叉处的量，颜色越深越大。",
  props: object(
    {
      x: described(fieldName, "横向的类别"),
      y: described(fieldName, "纵向的类别"),
      value: described(fieldName, "数值所在的列"),
    },
    ["x", "y", "value"],
  ),
  examples: [{ type: "heat-map", title: "各时段的订单", x: "day", y: "store_name", value: "order_count" }],
});
