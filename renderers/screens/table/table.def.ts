import { defineScreen } from "../../../runtime/registry/define.ts";
import { described, object, ref } from "../../../runtime/schema/fragments/build.ts";
import { gridBody } from "../../../runtime/schema/fragments/screen-parts.ts";

export const tableScreen = defineScreen({
  type: "table",
  title: "整页可编辑表格",
  description: "一整页的可编辑表格，整体保存。",
  props: object({
    source: described(ref("source"), "没有模型时数据从哪里来"),
    query: described(ref("query"), "查询栏"),
    ...gridBody,
  }),
  examples: [{ schemaVersion: 1, kind: "table", model: "base/unit", editable: true }],
});
