import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import { described, flag, object, text } from "../../../runtime/schema/fragments/build.ts";

export const treeSelectEditor = defineEditor({
  type: "tree-select",
  title: "树选择",
  description: "从树形字典或树形模型中选。",
  props: object({
    multiple: described(flag, "可以选多个，存为逗号分隔"),
    root: described(text, "从哪个节点开始；缺省整棵树"),
    dict: described(text, "表字典 `table,text,code`；缺省字段的字典"),
    pidField: described(text, "上级的字段；缺省模型树关系的"),
    hasChildField: described(text, "有没有下级的字段；缺省模型树关系的"),
    condition: described(text, "JSON 字符串，相等的条件"),
  }),
  accepts: ["string"],
  load: "cell",
  component: "renderers/editors/trees/TreeSelectEditor.tsx",
  sample: sampleReference,
  examples: [
    { type: "tree-select" },
    { type: "tree-select", root: "B02", dict: "sys_category,name,id", pidField: "pid", hasChildField: "has_child" },
    { type: "tree-select", multiple: true, condition: '{"status":"1"}' },
  ],
});
