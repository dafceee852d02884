import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, list, object, ref } from "../../../runtime/schema/fragments/build.ts";

export const detailScreen = defineScreen({
  type: "detail",
  title: "整页详情",
  description: "一整页的详情，只读。",
  props: object({
    view: described(ref("view"), "详情"),
    toolbar: described(list(ref("button")), "按钮"),
  }),
  component: "renderers/screens/record/DetailScreen.tsx",
  examples: [{ schemaVersion: 1, kind: "detail", model: "member/member", view: { columns: 3 } }],
});
