import { type CellText, dictWords } from "../../../runtime/format/cell-text.ts";
import { commaParts } from "../../../runtime/format/text.ts";
import { words } from "../../../runtime/format/words.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const tagsText: CellText = (value, field, context) =>
  field.dict ? dictWords(value, field, context) : commaParts(value).join(words.listComma);

export const tagsCell = defineCell({
  type: "tags",
  title: "标签组",
  description: "逗号分隔的每个值一个标签。",
  props: object({}),
  accepts: ["string"],
  format: tagsText,
  load: "inline",
  sample: { value: "新客,活跃,会员", long: "新客,活跃,会员,线上,门店,退货,重要,沉睡" },
  examples: [{ type: "tags" }],
});
