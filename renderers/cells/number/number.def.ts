import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { count, described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const numberText: CellText = (value, field, context) =>
  `${formatNumber(value, prop(context, "scale", field.scale))}${prop(context, "unit", "")}`;

export const numberCell = defineCell({
  type: "number",
  title: "数字",
  description: "带千分位，可以指定小数位和单位。",
  width: 88,
  props: object({ scale: described(count, "小数位；缺省按字段"), unit: described(text, "写在数字后面的单位") }),
  accepts: ["integer", "number", "money", "percent"],
  format: numberText,
  digits: true,
  examples: [{ type: "number" }, { type: "number", scale: 1, unit: "件" }],
});
