import { type CellText, plainText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const textText: CellText = plainText;

export const textCell = defineCell({
  type: "text",
  title: "文本",
  description: "按字段类型写成文字；没有指定单元格时的缺省。",
  grows: true,
  props: object({}),
  format: textText,
  examples: [{ type: "text" }],
});
