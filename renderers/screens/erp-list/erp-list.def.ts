import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, flag, list, object, ref } from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

const layout = described(
  object({
    ratio: described({ type: "number", minimum: 0.1, maximum: 0.9 }, "主表所占的高度"),
    resizable: described(flag, "可以拖动分界；缺省 true"),
  }),
  "主表和子表怎样分",
);

export const erpListScreen = defineScreen({
  type: "erp-list",
  title: "主表在上、子表页签在下",
  description: "选中主表的一行，下方的页签显示它的子表。",
  props: object({ ...listBody, details: described(list(ref("detail"), 1), "子表"), layout }, ["model", "details"]),
  examples: [
    {
      schemaVersion: 1,
      kind: "erp-list",
      model: "store/store-order",
      details: [{ kind: "list", relation: "details" }],
    },
  ],
});
