import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const htmlCell = defineCell({
  type: "html",
  title: "富文本",
  description: "经过清洗的富文本；只用于由本站编辑器写入的字段。",
  props: object({}),
  accepts: ["text"],
  format: cellText.html,
  examples: [{ type: "html" }],
});
