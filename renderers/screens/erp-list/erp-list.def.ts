import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, flag, list, object, oneOf, ref } from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

const layout = described(
  object({
    split: described(oneOf("vertical", "horizontal"), "主表在子表上方，还是左侧；缺省 vertical，窗口窄时总在上方"),
    ratio: described({ type: "number", minimum: 0.1, maximum: 0.9 }, "主表起初所占的份额；缺省 0.5"),
    resizable: described(flag, "可以拖动分界，双击回到起初的份额；缺省 true"),
  }),
  "主表和子表怎样分",
);

export const erpListScreen = defineScreen({
  type: "erp-list",
  title: "主表和子表页签",
  description: "选中主表的一行，下方或右侧的页签显示它的子表。",
  props: object({ ...listBody, details: described(list(ref("detail"), 1), "子表"), layout }, ["model", "details"]),
  examples: [
    {
      schemaVersion: 1,
      kind: "erp-list",
      model: "store/store-order",
      details: [{ kind: "list", relation: "details" }],
    },
    {
      schemaVersion: 1,
      kind: "erp-list",
      model: "store/store-order",
      details: [{ kind: "list", relation: "details" }],
      layout: { split: "horizontal", ratio: 0.6 },
    },
  ],
});
