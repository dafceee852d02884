import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { formatNumber } from "../../../runtime/format/number.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const moneyText: CellText = (value, _field, context) =>
  `${prop(context, "currency", "")}${formatNumber(value, 2)}`;

export const moneyCell = defineCell({
  type: "money",
  title: "金额",
  description: "两位小数，带千分位，右对齐。",
  width: 116,
  props: object({ currency: described(text, "货币符号；缺省不写") }),
  accepts: ["integer", "number", "money", "percent"],
  format: moneyText,
  digits: true,
  examples: [{ type: "money" }, { type: "money", currency: "¥" }],
});
