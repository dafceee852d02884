import { defineEditor } from "../../../runtime/registry/define.ts";
import { object } from "../../../runtime/schema/fragments/build.ts";

export const tagsEditor = defineEditor({
  type: "tags",
  title: "标签",
  description: "输入多个词，存为逗号分隔。",
  props: object({}),
  accepts: ["string"],
  examples: [{ type: "tags" }],
});
