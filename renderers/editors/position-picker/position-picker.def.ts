import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReferences } from "../../../runtime/registry/sample.ts";
import { described, flag, object } from "../../../runtime/schema/fragments/build.ts";

export const positionPickerEditor = defineEditor({
  type: "position-picker",
  title: "选择职务",
  description: "从职务列表中选。",
  props: object({ multiple: described(flag, "可以选多个，存为逗号分隔") }),
  accepts: ["string"],
  load: "form",
  component: "renderers/editors/role-picker/ListedPicker.tsx",
  sample: sampleReferences,
  examples: [{ type: "position-picker" }],
});
