import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const textareaEditor = defineEditor({
  type: "textarea",
  title: "多行文本",
  description: "可以换行的文字；长文本字段的缺省。",
  props: object({ rows: described(count, "行数；缺省 3"), placeholder: described(text, "没有值时的提示") }),
  accepts: ["string", "text", "json"],
  load: "eager",
  examples: [{ type: "textarea" }, { type: "textarea", rows: 4, placeholder: "写明原因，对方会看到" }],
});
