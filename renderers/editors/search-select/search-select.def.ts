import { defineEditor } from "../../../runtime/registry/define.ts";
import { sampleReference } from "../../../runtime/registry/sample.ts";
import { count, described, fieldName, json, mapOf, object, text } from "../../../runtime/schema/fragments/build.ts";

export const searchSelectEditor = defineEditor({
  type: "search-select",
  title: "搜索选择",
  description: "输入文字向服务器搜索，适合行数很多的表字典。",
  props: object({
    placeholder: described(text, "没有值时的提示"),
    pageSize: described(count, "一次取几项；缺省 10"),
    where: described(mapOf(json, fieldName), "只列出这些行，值可以是表达式；写成列表是其中之一，null 是没有值的行"),
  }),
  accepts: ["string"],
  load: "form",
  sample: sampleReference,
  examples: [{ type: "search-select" }, { type: "search-select", placeholder: "请输入搜索内容", pageSize: 20 }],
});
