import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleChoices } from "../../../runtime/registry/sample.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const multiSelectEditor = defineEditor({
  type: "multi-select",
  title: "下拉多选",
  description: "从字典中选多个，存为逗号分隔。",
  props: object({ placeholder: described(text, "没有值时的提示") }),
  accepts: ["string"],
  load: "form",
  sample: sampleChoices,
  examples: [{ type: "multi-select" }, { type: "multi-select", placeholder: "可以选几项" }],
});
