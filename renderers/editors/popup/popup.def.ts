import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import { described, fieldName, flag, json, mapOf, object, text } from "../../../runtime/schema/fragments/build.ts";

export const popupEditor = defineEditor({
  type: "popup",
  title: "弹窗选择",
  description: "从在线报表中选行，把报表的列写入本表的字段。",
  props: object(
    {
      code: described(text, "在线报表的编码"),
      map: described(mapOf(fieldName), "报表列 → 本表字段，不能为空"),
      multiple: described(flag, "可以选多个，存为逗号分隔"),
      params: described(mapOf(json), "报表参数"),
    },
    ["code", "map"],
  ),
  accepts: ["string"],
  component: "renderers/editors/record-picker/RecordPickerEditor.tsx",
  sample: sampleReference,
  examples: [{ type: "popup", code: "report_member", map: { id: "memberId", realname: "memberName" } }],
});
