import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { described, flag, object } from "../../../runtime/schema/fragments/build.ts";
import { uploadTarget } from "../../../runtime/schema/fragments/upload-target.ts";

export const fileEditor = defineEditor({
  type: "file",
  title: "表格里的文件",
  description: "可编辑表格中的文件列。",
  props: object({
    ...uploadTarget,
    download: described(flag, "可以下载；缺省可以"),
    remove: described(flag, "可以移除；缺省可以"),
  }),
  accepts: ["string", "text"],
  component: "renderers/editors/file/FileCellEditor.tsx",
  sample: { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  examples: [
    { type: "file", biz: "temp" },
    { type: "file", action: "/erp/attachment/upload", responseName: "path" },
  ],
});
