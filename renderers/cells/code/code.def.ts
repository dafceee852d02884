import { type CellText, plainText } from "../../../runtime/format/cell-text.ts";
import { codeLanguages } from "../../../runtime/format/code-languages.ts";
import { ellipsis } from "../../../runtime/format/text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { described, object, oneOf } from "../../../runtime/schema/fragments/build.ts";

export const codeText: CellText = (value) => ellipsis(plainText(value).replaceAll(/\s+/g, " ").trim(), 25);

export const codeCell = defineCell({
  type: "code",
  title: "代码",
  description: "代码或 JSON；列表里是一行文字，详情里按原样分行显示。",
  width: 160,
  grows: true,
  props: object({ language: described(oneOf(...codeLanguages), "语言；缺省 plaintext") }),
  accepts: ["string", "text", "json"],
  format: codeText,
  load: "inline",
  component: "renderers/cells/ellipsis/EllipsisCell.tsx",
  sample: { value: "select id, name\nfrom store", long: longText },
  examples: [{ type: "code" }, { type: "code", language: "json" }],
});
