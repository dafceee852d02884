import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, list, object, ref, text } from "../../../runtime/schema/fragments/build.ts";

export const formScreen = defineScreen({
  type: "form",
  title: "整页表单",
  description: "一整页的表单，提交后留在本页。",
  props: object({
    record: described(text, "这一页总是编辑这一行；写它的 id"),
    view: described(ref("view"), "表单"),
    toolbar: described(list(ref("button")), "按钮"),
  }),
  component: "renderers/screens/record/FormScreen.tsx",
  examples: [{ schemaVersion: 1, kind: "form", model: "member/member", view: { columns: 2 } }],
});
