import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, list, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const chartChoicePanel = definePanel({
  type: "chart",
  title: "可选图表",
  description: "同样的数值，看的人自己选画成柱、线、面积还是饼。",
  props: object(
    {
      kind: described(oneOf("bar", "line", "area", "pie"), "先画成哪一种；缺省 bar"),
      x: described(fieldName, "横轴的列，也是饼图各部分的名称"),
      y: described(list(fieldName, 1), "数值的列；饼图画第一列"),
      series: described(fieldName, "按这一列的值分成几条，画 y 的第一列"),
      op: described(oneOf("sum", "count", "max", "min", "avg"), "横轴相同的行怎样合并；缺省 sum"),
    },
    ["x", "y"],
  ),
  examples: [
    { type: "chart", title: "各门店成交额", kind: "bar", x: "store_name", y: ["pay_amount"] },
    { type: "chart", title: "各渠道成交额", kind: "line", x: "day", y: ["pay_amount"], series: "channel" },
  ],
});
