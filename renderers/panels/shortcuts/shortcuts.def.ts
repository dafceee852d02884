import { definePanel } from "../../../runtime/registry/define.ts";
import { described, list, object, text } from "../../../runtime/schema/fragments/build.ts";

export const shortcutsPanel = definePanel({
  type: "shortcuts",
  title: "快捷入口",
  description: "通往其他页面的入口，没有权限的不显示。",
  props: object({ items: described(list(text, 1), "页面标识或菜单路径") }, ["items"]),
  load: "eager",
  rowless: true,
  examples: [{ type: "shortcuts", items: ["member/member"] }],
});
