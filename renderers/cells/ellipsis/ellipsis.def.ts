import { type CellText, plainText, prop } from "../../../runtime/format/cell-text.ts";
import { ellipsis } from "../../../runtime/format/text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const ellipsisText: CellText = (value, _field, context) =>
  ellipsis(plainText(value), prop(context, "length", 25));

export const ellipsisCell = defineCell({
  type: "ellipsis",
  title: "省略",
  description: "超出的文字以省略号结束，悬停时显示全文。",
  width: 160,
  grows: true,
  props: object({ length: described(count, "显示几个字；缺省 25") }),
  accepts: ["string", "text"],
  format: ellipsisText,
  load: "inline",
  examples: [{ type: "ellipsis" }, { type: "ellipsis", length: 20 }],
});
