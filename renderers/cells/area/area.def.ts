import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const areaCell = defineCell({
  type: "area",
  title: "地区",
  description: "行政区划代码写成省市区。",
  props: object({}),
  accepts: ["string"],
  format: cellText.area,
  examples: [{ type: "area" }],
});
