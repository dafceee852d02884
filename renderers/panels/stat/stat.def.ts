import { definePanel } from "../../../runtime/registry/define.ts";
import { described, expression, fieldName, object, oneOf, text } from "../../../runtime/schema/fragments/build.ts";

export const statPanel = definePanel({
  type: "stat",
  title: "指标",
  description: "一个大数字，可以和另一个数比较。",
  props: object(
    {
      value: described(expression, "数值；rows 是来源的行，row 是第一行"),
      compare: described(expression, "用来比较的数值"),
      format: described(
        oneOf("number", "money", "percent", "bytes", "duration"),
        "数值怎样写；缺省 number；bytes 是字节，duration 是秒",
      ),
      compareText: described(text, "比较的数叫什么；缺省 昨天"),
      trend: described(fieldName, "旁边的小折线画哪一列"),
    },
    ["value"],
  ),
  load: "eager",
  examples: [
    {
      type: "stat",
      title: "订单数",
      span: 6,
      source: { type: "cgreport", code: "kpi_today" },
      value: "{{ rows[0].order_count }}",
      compare: "{{ rows[0].order_count_last_week }}",
      compareText: "上周同日",
    },
  ],
});
