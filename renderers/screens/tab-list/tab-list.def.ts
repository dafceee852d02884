import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

export const tabListScreen = defineScreen({
  type: "tab-list",
  title: "表单带页签子表的列表",
  description: "列表；一对多的子表在表单里分页签。",
  props: object({
    source: ref("listSource"),
    fields: described(ref("fields"), "没有模型时的字段"),
    ...listBody,
  }),
  load: "eager",
  component: "renderers/screens/list/ListScreen.tsx",
  examples: [
    { schemaVersion: 1, kind: "tab-list", model: "store/store-order", menu: { path: "/store/store-order", sort: 10 } },
  ],
});
