import type { CellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { longText } from "../../../runtime/registry/sample.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

const entities: Readonly<Record<string, string>> = { nbsp: " ", lt: "<", gt: ">", quot: '"', amp: "&" };

/** The words of formatted text on one line. */
function htmlWords(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(nbsp|lt|gt|quot|amp);/g, (_, name) => entities[name] ?? "");
  return text.replaceAll(/\s+/g, " ").trim();
}

export const htmlText: CellText = (value) => htmlWords(String(value));

export const htmlCell = defineCell({
  type: "html",
  title: "富文本",
  description: "经过清洗的富文本；只用于由本站编辑器写入的字段。",
  props: object({}),
  accepts: ["text"],
  format: htmlText,
  sample: { value: "<p>门店<strong>已</strong>审核</p>", long: `<p>${longText}</p>` },
  examples: [{ type: "html" }],
});
