import { type CellText, fileNames } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const fileText: CellText = fileNames;

export const fileCell = defineCell({
  type: "file",
  title: "文件",
  description: "文件名，点击下载；多个用逗号分隔。",
  width: 96,
  props: object({}),
  accepts: ["string", "text"],
  format: fileText,
  sample: { value: "temp/合同_1732170728000.pdf", long: `temp/${longText.slice(0, 80)}.pdf` },
  examples: [{ type: "file" }],
});
