import { defineEditor } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const dateEditor = defineEditor({
  type: "date",
  title: "日期",
  description: "选一天；日期字段的缺省。",
  props: object({ format: described(text, "显示格式；线上格式不变") }),
  accepts: ["date", "datetime", "string"],
  load: "cell",
  examples: [{ type: "date" }, { type: "date", format: "YYYY年M月D日" }],
});
