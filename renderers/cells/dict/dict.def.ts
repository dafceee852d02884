import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const dictCell = defineCell({
  type: "dict",
  title: "字典文字",
  description: "把字典值写成字典文字；多个值用逗号分隔。",
  props: object({}),
  format: cellText.dict,
  examples: [{ type: "dict" }],
});
