import { cellText } from "../../../runtime/format/cell-text.ts";
import { codeLanguages } from "../../../runtime/format/code-languages.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const codeCell = defineCell({
  type: "code",
  title: "代码",
  description: "代码或 JSON；列表里是一行文字，详情里按原样分行显示。",
  props: object({ language: described(oneOf(...codeLanguages), "语言；缺省 plaintext") }),
  accepts: ["string", "text", "json"],
  format: cellText.code,
  examples: [{ type: "code" }, { type: "code", language: "json" }],
});
