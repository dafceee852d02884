import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleChoice } from "../../../runtime/registry/sample.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const selectEditor = defineEditor({
  type: "select",
  title: "下拉选择",
  description: "从字典中选一个；有字典的字段的缺省。",
  props: object({ placeholder: described(text, "没有值时的提示") }),
  accepts: ["string", "integer", "boolean"],
  load: "form",
  sample: sampleChoice,
  examples: [{ type: "select" }, { type: "select", placeholder: "请选择" }],
});
