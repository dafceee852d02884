import { type CellText, dictWords, isOn, prop } from "../../../runtime/format/cell-text.ts";
import { words } from "../../../runtime/format/words.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const switchText: CellText = (value, field, context) => {
  if (field.dict) return dictWords(value, field, context);
  return isOn(value, prop(context, "values", undefined)) ? words.yes : words.no;
};

export const switchCell = defineCell({
  type: "switch",
  title: "开关",
  description: "开关直接写回这一行；没有权限或页面只读时只显示状态。",
  width: 80,
  props: object({
    values: described(ref("pair"), "[开, 关] 的线上值；缺省 Y、N"),
  }),
  accepts: ["string", "boolean", "integer"],
  format: switchText,
  load: "inline",
  sample: { value: "Y", long: "N" },
  examples: [{ type: "switch" }, { type: "switch", values: ["1", "0"] }],
});
