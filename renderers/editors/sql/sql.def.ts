import { defineEditor } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { count, described, fieldName, object, ref, text } from "../../../runtime/schema/fragments/build.ts";

const endpoint = (words: string) => described(ref("endpoint"), words);

export const sqlEditor = defineEditor({
  type: "sql",
  title: "报表 SQL",
  description: "一条查询语句：提示表和字段，解析出字段和参数，写进表单的子表。",
  props: object({
    parse: endpoint("解析：POST {sql, dbKey}，回答 fields 和 params"),
    catalogue: endpoint("可读的表和字段：GET ?dbKey="),
    dbKey: described(fieldName, "数据源所在的字段"),
    fields: described(text, "字段写进哪个子表"),
    params: described(text, "参数写进哪个子表"),
    height: described(count, "高度，像素"),
  }),
  accepts: ["string", "text"],
  sample: { value: "select name from store where id = ${id}", long: longText },
  examples: [{ type: "sql", height: 200 }],
});
