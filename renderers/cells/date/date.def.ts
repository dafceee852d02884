import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { formatTime } from "../../../runtime/format/time.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const dateText: CellText = (value, _field, context) => formatTime(value, prop(context, "format", "YYYY-MM-DD"));

export const dateCell = defineCell({
  type: "date",
  title: "日期",
  description: "只写日期部分。",
  width: 112,
  props: object({ format: described(text, "dayjs 格式；缺省 YYYY-MM-DD") }),
  accepts: ["date", "datetime", "string"],
  format: dateText,
  digits: true,
  examples: [{ type: "date" }, { type: "date", format: "YYYY-MM" }],
});
