import { definePanel } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const tablePanel = definePanel({
  type: "table",
  title: "小表格",
  description: "几行只读的数据。写了 do 时，每行的第一格可以点击。",
  props: object({ columns: described(list(ref("tableColumn"), 1), "显示的列") }, ["columns"]),
  examples: [
    {
      type: "table",
      title: "待审核订单",
      source: { type: "model", model: "store/store-order", limit: 8 },
      columns: ["orderNo", "payAmount"],
    },
  ],
});
