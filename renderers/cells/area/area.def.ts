import { type CellText, plainOrDict } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const areaText: CellText = plainOrDict;

export const areaCell = defineCell({
  type: "area",
  title: "地区",
  description: "行政区划代码写成省市区。",
  width: 160,
  grows: true,
  props: object({}),
  accepts: ["string"],
  format: areaText,
  sent: true,
  load: "eager",
  sample: { value: "330102", text: "浙江省/杭州市/上城区", long: "654325", unknown: "999999" },
  examples: [{ type: "area" }],
});
