import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const markdownEditor = defineEditor({
  type: "markdown",
  title: "Markdown",
  description: "Markdown 文字和它的预览并排；表格、任务列表、代码着色，图片可以粘贴和拖入。",
  props: object({ height: described(count, "高度，像素；缺省 300，最小 200") }),
  accepts: ["text"],
  sample: { value: "# 标题\n\n- 一\n- 二", long: longText },
  examples: [{ type: "markdown" }, { type: "markdown", height: 200 }],
});
