import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { count, described, object, oneOf } from "../../../runtime/schema/fragments/build.ts";
import { biz } from "../../../runtime/schema/fragments/upload-target.ts";

export const fileUploadEditor = defineEditor({
  type: "file-upload",
  title: "上传文件",
  description: "上传文件，存为逗号分隔的路径，或每个文件的名称、路径和大小。",
  props: object({
    biz,
    count: described(count, "最多几个；缺省不限"),
    store: described(
      oneOf("paths", "files"),
      "paths 存逗号分隔的路径；files 存 [{fileName, filePath, fileSize}]，字段类型为 json",
    ),
  }),
  accepts: ["string", "text", "json"],
  sample: { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  examples: [
    { type: "file-upload", biz: "contract", count: 1 },
    { type: "file-upload", store: "files" },
  ],
});
