import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const markdownCell = defineCell({
  type: "markdown",
  title: "Markdown",
  description: "Markdown 文字；列表里是一行文字，详情里按格式显示。",
  props: object({}),
  accepts: ["text"],
  format: cellText.markdown,
  examples: [{ type: "markdown" }],
});
