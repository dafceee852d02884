import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, list, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const pivotPanel = definePanel({
  type: "pivot",
  title: "透视表",
  description: "按行和列交叉汇总，带合计。",
  props: object(
    {
      rows: described(list(fieldName, 1), "行上的类别，先外后内"),
      column: described(fieldName, "列上的类别；不写则只有数值列"),
      values: described(list(fieldName, 1), "汇总的数值列"),
      op: described(oneOf("sum", "count", "max", "min", "avg"), "怎样汇总；缺省 sum"),
    },
    ["rows", "values"],
  ),
  examples: [
    {
      type: "pivot",
      title: "门店月度销售",
      span: 24,
      rows: ["store_name"],
      column: "category",
      values: ["pay_amount"],
    },
  ],
});
