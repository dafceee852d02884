import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const richTextEditor = defineEditor({
  type: "rich-text",
  title: "富文本",
  description: "带格式的文字：标题、列表、表格、图片、链接、颜色；图片可以粘贴和拖入，写入前由服务器清洗。",
  props: object({ height: described(count, "高度，像素；缺省 300") }),
  accepts: ["text"],
  sample: { value: "<p>门店<strong>已</strong>审核</p>", long: `<p>${longText}</p>` },
  examples: [{ type: "rich-text" }, { type: "rich-text", height: 400 }],
});
