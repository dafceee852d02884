import { defineFilter } from "../../../runtime/registry/define.ts";

export const editorFilter = defineFilter({
  type: "editor",
  title: "表单控件",
  description: "和表单里同样的树或选择弹窗。",
  editors: ["tree-select", "category-select", "user-picker", "depart-picker", "role-picker", "position-picker"],
});
