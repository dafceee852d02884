import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";
import { listBody } from "../../../runtime/schema/fragments/screen-parts.ts";

export const listScreen = defineScreen({
  type: "list",
  title: "列表",
  description: "查询、表格和弹出的表单、详情；最常用的页面。",
  props: object({
    source: ref("listSource"),
    fields: described(ref("fields"), "没有模型时的字段"),
    ...listBody,
    refresh: described({ type: "integer", minimum: 3 }, "自动刷新，秒；看不见这一页时不读"),
  }),
  load: "eager",
  examples: [{ schemaVersion: 1, kind: "list", model: "member/member", menu: { path: "/member/member", sort: 10 } }],
});
