import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const inputEditor = defineEditor({
  type: "input",
  title: "单行文本",
  description: "一行文字；文本字段的缺省。",
  props: object({
    placeholder: described(text, "没有值时的提示"),
  }),
  accepts: ["string", "text", "integer", "number"],
  load: "eager",
  examples: [{ type: "input" }, { type: "input", placeholder: "请输入会员姓名" }],
});
