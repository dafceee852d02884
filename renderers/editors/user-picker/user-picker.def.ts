import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReferences } from "../../../runtime/registry/sample.ts";
import { described, flag, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const userPickerEditor = defineEditor({
  type: "user-picker",
  title: "选择用户",
  description: "按部门、角色或搜索选用户。",
  props: object({
    multiple: described(flag, "可以选多个，存为逗号分隔"),
    store: described(oneOf("username", "id"), "存账号还是标识；缺省 username"),
  }),
  accepts: ["string"],
  sample: sampleReferences,
  examples: [{ type: "user-picker" }, { type: "user-picker", multiple: true, store: "id" }],
});
