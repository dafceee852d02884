import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, flag, list, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const barPanel = definePanel({
  type: "bar",
  title: "柱状图",
  description: "不同类别的量。",
  props: object(
    {
      x: described(fieldName, "横轴的列"),
      y: described(list(fieldName, 1), "纵轴的列，每列一条"),
      series: described(fieldName, "按这一列的值分成几条，画 y 的第一列"),
      op: described(oneOf("sum", "count", "max", "min", "avg"), "横轴相同的行怎样合并；缺省 sum"),
      horizontal: described(flag, "横向"),
      stacked: described(flag, "各列叠在一起"),
    },
    ["x", "y"],
  ),
  component: "renderers/panels/line/XyPanel.tsx",
  examples: [
    { type: "bar", title: "各门店成交额", x: "store_name", y: ["pay_amount"], horizontal: true },
    { type: "bar", title: "各门店的支付方式", x: "store_name", y: ["pay_amount"], series: "pay_type", stacked: true },
  ],
});
