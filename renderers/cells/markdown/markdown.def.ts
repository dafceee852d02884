import type { CellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

/** The words of Markdown on one line, without its marks; a picture is its description. */
function markdownWords(source: string): string {
  return source
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replaceAll(/^\s*(?:`{3,}.*|[-*_]{3,}|\|?[\s:|-]*---[\s:|-]*)$/gm, " ")
    .replaceAll(/^\s*(?:#{1,6}\s|>\s?|(?:[-*+]|\d+[.)])\s(?:\[[ xX]\]\s)?)/gm, "")
    .replaceAll(/\*\*|~~|[`|]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

export const markdownText: CellText = (value) => markdownWords(String(value));

export const markdownCell = defineCell({
  type: "markdown",
  title: "Markdown",
  description: "Markdown 文字；列表里是一行文字，详情里按格式显示。",
  props: object({}),
  accepts: ["text"],
  format: markdownText,
  sample: { value: "# 标题\n\n- **一**", long: longText },
  examples: [{ type: "markdown" }],
});
