import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const markdownEditor = defineEditor({
  type: "markdown",
  title: "Markdown",
  description: "Markdown 文字，旁边预览。",
  props: object({ height: described(count, "高度，像素") }),
  accepts: ["text"],
  examples: [{ type: "markdown" }],
});
