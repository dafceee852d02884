import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const rangeEditor = defineEditor({
  type: "range",
  title: "范围",
  description: "开始和结束；只用于查询栏。",
  props: object({ of: described(oneOf("date", "datetime", "time", "month"), "选什么的范围；缺省按字段类型") }),
  sample: { value: "2026-11-01,2026-11-21", long: "2026-11-01,2026-11-21" },
  examples: [{ type: "range" }, { type: "range", of: "month" }],
});
