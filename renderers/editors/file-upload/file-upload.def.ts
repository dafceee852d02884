import { defineEditor } from "../../../runtime/registry/define.ts";
import { count, described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const fileUploadEditor = defineEditor({
  type: "file-upload",
  title: "上传文件",
  description: "上传文件，存为逗号分隔的路径。",
  props: object({ biz: described(text, "存放的目录"), count: described(count, "最多几个；缺省不限") }),
  accepts: ["string", "text"],
  examples: [{ type: "file-upload", biz: "invoice", count: 1 }],
});
