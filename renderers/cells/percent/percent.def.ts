import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { count, described, object } from "../../../runtime/schema/fragments/build.ts";

export const percentCell = defineCell({
  type: "percent",
  title: "百分比",
  description: "数值后加 %，不再乘以 100。",
  props: object({ scale: described(count, "小数位；缺省 2") }),
  accepts: ["integer", "number", "money", "percent"],
  format: cellText.percent,
  examples: [{ type: "percent" }, { type: "percent", scale: 1 }],
});
