import { type CellText, dictWords } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { sampleChoice } from "../../../runtime/registry/sample.ts";
import { described, mapOf, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const dictTagText: CellText = dictWords;

export const dictTagCell = defineCell({
  type: "dict-tag",
  title: "字典标签",
  description: "字典文字放进彩色标签，颜色取自字典项，也可以在这里指定。",
  width: 104,
  props: object({
    colors: described(
      mapOf(oneOf("default", "processing", "success", "warning", "error")),
      "字典值 → 颜色；缺省用字典项的颜色",
    ),
  }),
  format: dictTagText,
  load: "inline",
  sample: sampleChoice,
  examples: [{ type: "dict-tag" }, { type: "dict-tag", colors: { "0": "default", "1": "success" } }],
});
