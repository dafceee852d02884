import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { mask } from "../../../runtime/format/text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longWord } from "../../../runtime/registry/sample.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const maskText: CellText = (value, _field, context) =>
  mask(String(value), prop(context, "keepStart", 3), prop(context, "keepEnd", 4));

export const maskCell = defineCell({
  type: "mask",
  title: "脱敏",
  description: "只显示开头和结尾几个字符，中间写成星号。",
  width: 124,
  props: object({
    keepStart: described(count, "开头保留几个字符；缺省 3"),
    keepEnd: described(count, "结尾保留几个字符；缺省 4"),
  }),
  accepts: ["string"],
  format: maskText,
  digits: true,
  sample: { value: "13800136207", long: longWord },
  examples: [{ type: "mask" }, { type: "mask", keepStart: 3, keepEnd: 4 }],
});
