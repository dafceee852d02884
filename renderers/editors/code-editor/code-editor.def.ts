import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const codeEditorEditor = defineEditor({
  type: "code-editor",
  title: "代码编辑器",
  description: "带高亮的代码。",
  props: object({ language: described(text, "语言，例如 sql、json"), height: described(count, "高度，像素") }),
  accepts: ["string", "text"],
  examples: [{ type: "code-editor", language: "sql", height: 300 }],
});
