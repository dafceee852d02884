import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import { described, fieldName, flag, object, text } from "../../../runtime/schema/fragments/build.ts";

export const categorySelectEditor = defineEditor({
  type: "category-select",
  title: "分类选择",
  description: "从分类字典中选。",
  props: object({
    multiple: described(flag, "可以选多个，存为逗号分隔"),
    root: described(text, "分类编码，只显示它的下级"),
    back: described(fieldName, "把所选分类的名称写进这个字段"),
    condition: described(text, "JSON 字符串，相等的条件"),
  }),
  accepts: ["string"],
  load: "cell",
  component: "renderers/editors/trees/TreeSelectEditor.tsx",
  sample: sampleReference,
  examples: [
    { type: "category-select", root: "B02" },
    { type: "category-select", back: "categoryName", condition: '{"status":"1"}' },
  ],
});
