import { DatePicker, TimePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { wireFormats } from "../wire-formats.ts";

dayjs.extend(customParseFormat);

/** From and to, stored as a comma pair. */
export function RangeEditor({ id, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const of = options.type === "range" ? (options.of ?? "date") : "date";
  const [from, to] = commaParts(value).map((part) => (of === "time" ? dayjs(part, "HH:mm") : dayjs(part)));
  const shared = {
    id,
    disabled,
    onBlur,
    className: "sc-editor-wide",
    status: aria["aria-invalid"] ? ("error" as const) : ("" as const),
    value: [from ?? null, to ?? null] as [Dayjs | null, Dayjs | null],
    onChange: (days: readonly (Dayjs | null)[] | null) =>
      onChange(days?.every(Boolean) ? days.map((day) => day?.format(wireFormats[of])).join(",") : null),
  };
  if (of === "time") return <TimePicker.RangePicker {...shared} format={wireFormats.time} />;
  return <DatePicker.RangePicker {...shared} picker={of === "month" ? "month" : "date"} showTime={of === "datetime"} />;
}
