import { definePanel } from "../../../runtime/registry/define.ts";
import { described, expression, object, oneOf, text } from "../../../runtime/schema/fragments/build.ts";

export const statPanel = definePanel({
  type: "stat",
  title: "指标",
  description: "一个大数字，可以和另一个数比较。",
  props: object(
    {
      value: described(expression, "数值；rows 是来源的行，row 是第一行"),
      compare: described(expression, "用来比较的数值"),
      format: described(oneOf("number", "money", "percent"), "数值怎样写；缺省 number"),
      icon: described(text, "图标名"),
    },
    ["value"],
  ),
  examples: [
    {
      type: "stat",
      title: "订单数",
      span: 6,
      source: { type: "cgreport", code: "kpi_today" },
      value: "{{ rows[0].order_count }}",
    },
  ],
});
