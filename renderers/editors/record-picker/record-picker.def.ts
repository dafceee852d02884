import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import {
  described,
  docId,
  fieldName,
  flag,
  json,
  list,
  mapOf,
  object,
} from "../../../runtime/schema/fragments/build.ts";

export const recordPickerEditor = defineEditor({
  type: "record-picker",
  title: "选择记录",
  description: "从另一个模型中选行，可以同时抄下它的其他字段。",
  props: object(
    {
      model: described(docId, "被选的模型"),
      map: described(mapOf(fieldName, fieldName), "被选模型的字段 → 本表字段"),
      multiple: described(flag, "可以选多个，存为逗号分隔"),
      columns: described(list(fieldName, 1), "弹窗里显示的列"),
      where: described(mapOf(json, fieldName), "固定的条件"),
    },
    ["model"],
  ),
  accepts: ["string"],
  sample: sampleReference,
  examples: [
    { type: "record-picker", model: "member/member", columns: ["realname", "mobile"] },
    { type: "record-picker", model: "member/member", map: { realname: "contact", mobile: "phone" } },
  ],
});
