import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const tagsCell = defineCell({
  type: "tags",
  title: "标签组",
  description: "逗号分隔的每个值一个标签。",
  props: object({}),
  accepts: ["string"],
  format: cellText.tags,
  examples: [{ type: "tags" }],
});
