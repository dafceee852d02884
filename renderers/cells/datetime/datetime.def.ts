import { type CellText, prop } from "../../../runtime/format/cell-text.ts";
import { formatTime } from "../../../runtime/format/time.ts";
import { defineCell } from "../../../runtime/registry/define.ts";
import { described, object, text } from "../../../runtime/schema/fragments/build.ts";

export const datetimeText: CellText = (value, _field, context) =>
  formatTime(value, prop(context, "format", "YYYY-MM-DD HH:mm"));

export const datetimeCell = defineCell({
  type: "datetime",
  title: "日期时间",
  description: "写日期和时间。",
  width: 152,
  props: object({ format: described(text, "dayjs 格式；缺省 YYYY-MM-DD HH:mm:ss") }),
  accepts: ["datetime", "date", "string"],
  format: datetimeText,
  digits: true,
  examples: [{ type: "datetime" }, { type: "datetime", format: "MM-DD HH:mm" }],
});
