import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, object } from "../../../runtime/schema/fragments/build.ts";

export const scatterPanel = definePanel({
  type: "scatter",
  title: "散点图",
  description: "两个数之间的关系，每行一个点。",
  props: object(
    {
      x: described(fieldName, "横轴的数"),
      y: described(fieldName, "纵轴的数"),
      name: described(fieldName, "每个点的名称所在的列"),
    },
    ["x", "y"],
  ),
  examples: [{ type: "scatter", title: "单量与客单价", x: "order_count", y: "pay_amount", name: "store_name" }],
});
