import { definePanel } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const shortcutsPanel = definePanel({
  type: "shortcuts",
  title: "快捷入口",
  description: "通往其他页面的入口，没有权限的不显示。",
  props: object({ items: described(list(ref("shortcut"), 1), "各个入口：页面标识或菜单路径，或带查询和文字") }, [
    "items",
  ]),
  load: "eager",
  rowless: true,
  examples: [
    { type: "shortcuts", items: ["member/member"] },
    {
      type: "shortcuts",
      items: [{ page: "store/store-order?press=add", title: "新增订单", permission: "store:order:add" }],
    },
  ],
});
