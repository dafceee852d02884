import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

const trimZeros = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);

export const percentText: CellText = (value, field, context) =>
  `${trimZeros(formatNumber(value, prop(context, "scale", field.scale ?? 2)))}%`;

export const percentCell = defineCell({
  type: "percent",
  title: "百分比",
  description: "数值后加 %，不再乘以 100。",
  width: 88,
  props: object({ scale: described(count, "小数位；缺省 2") }),
  accepts: ["integer", "number", "money", "percent"],
  format: percentText,
  digits: true,
  examples: [{ type: "percent" }, { type: "percent", scale: 1 }],
});
