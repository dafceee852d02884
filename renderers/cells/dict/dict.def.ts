import { type CellText, dictWords } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { sampleChoice } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const dictText: CellText = dictWords;

export const dictCell = defineCell({
  type: "dict",
  title: "字典文字",
  description: "把字典值写成字典文字；多个值用逗号分隔。",
  width: 100,
  props: object({}),
  format: dictText,
  sent: true,
  sample: sampleChoice,
  examples: [{ type: "dict" }],
});
