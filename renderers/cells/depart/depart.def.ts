import { type CellText, plainOrDict } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const departText: CellText = plainOrDict;

export const departCell = defineCell({
  type: "depart",
  title: "部门",
  description: "部门标识或编码写成部门名称。",
  width: 140,
  props: object({}),
  accepts: ["string"],
  format: departText,
  sent: true,
  sample: sampleReference,
  examples: [{ type: "depart" }],
});
