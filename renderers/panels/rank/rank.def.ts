import { definePanel } from "../../../runtime/registry/define.ts";
import { count, described, fieldName, object } from "../../../runtime/schema/fragments/build.ts";

export const rankPanel = definePanel({
  type: "rank",
  title: "排行",
  description: "从大到小的前几名。",
  props: object(
    {
      name: described(fieldName, "名称所在的列"),
      value: described(fieldName, "数值所在的列"),
      limit: described(count, "显示几名；缺省 10"),
    },
    ["name", "value"],
  ),
  load: "eager",
  examples: [{ type: "rank", title: "门店排行", name: "store_name", value: "pay_amount", limit: 10 }],
});
