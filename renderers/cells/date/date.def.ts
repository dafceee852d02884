import { cellText } from "../../../runtime/format/cell-text.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const dateCell = defineCell({
  type: "date",
  title: "日期",
  description: "只写日期部分。",
  props: object({ format: described(text, "dayjs 格式；缺省 YYYY-MM-DD") }),
  accepts: ["date", "datetime", "string"],
  format: cellText.date,
  examples: [{ type: "date" }, { type: "date", format: "YYYY-MM" }],
});
