import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const datetimeEditor = defineEditor({
  type: "datetime",
  title: "日期时间",
  description: "选日期和时间；日期时间字段的缺省。",
  props: object({ format: described(text, "显示格式；线上格式不变") }),
  accepts: ["datetime", "string"],
  load: "cell",
  component: "renderers/editors/date/DateEditor.tsx",
  examples: [{ type: "datetime" }, { type: "datetime", format: "YYYY-MM-DD HH:mm" }],
});
