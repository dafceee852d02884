import { definePanel } from "../../../runtime/registry/define.ts";
import { described, fieldName, object } from "../../../runtime/schema/fragments/build.ts";

export const piePanel = definePanel({
  type: "pie",
  title: "饼图",
  description: "各部分占整体的比例。",
  props: object({ name: described(fieldName, "名称所在的列"), value: described(fieldName, "数值所在的列") }, [
    "name",
    "value",
  ]),
  examples: [{ type: "pie", title: "类目占比", name: "category", value: "pay_amount" }],
});
