import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReferences } from "../../../runtime/registry/sample.ts";
import { described, flag, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const departPickerEditor = defineEditor({
  type: "depart-picker",
  title: "选择部门",
  description: "从部门树中选。",
  props: object({
    multiple: described(flag, "可以选多个，存为逗号分隔"),
    store: described(oneOf("id", "orgCode"), "存标识还是部门编码；缺省 id"),
    rootOpened: described(flag, "打开时展开第一层"),
  }),
  accepts: ["string"],
  sample: sampleReferences,
  examples: [{ type: "depart-picker" }, { type: "depart-picker", store: "orgCode" }],
});
