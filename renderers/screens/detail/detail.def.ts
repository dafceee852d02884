import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const detailScreen = defineScreen({
  type: "detail",
  title: "整页详情",
  description: "一整页的详情，只读。",
  props: object({
    source: described(ref("source"), "没有模型时数据从哪里来"),
    fields: described(ref("fields"), "没有模型时的字段"),
    view: described(ref("view"), "详情"),
    toolbar: described(list(ref("button")), "按钮"),
  }),
  examples: [{ schemaVersion: 1, kind: "detail", model: "member/member", view: { columns: 3 } }],
});
