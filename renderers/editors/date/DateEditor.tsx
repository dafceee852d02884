import { DatePicker, TimePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { wireFormats } from "../wire-formats.ts";

dayjs.extend(customParseFormat);

/** A day, a day with time, a month or a time of day; text in, text out. */
export function DateEditor(props: EditorProps) {
  const { id, title, field, options, value, disabled, aria, onChange, onBlur } = props;
  const of = options.type === "datetime" || options.type === "time" || options.type === "month" ? options.type : "date";
  const wire = wireFormats[of];
  // A month is stored as its first day where the field is a date.
  const write = (day: Dayjs | null) =>
    onChange(day ? day.format(of === "month" && field.type === "date" ? "YYYY-MM-01" : wire) : null);
  const shared = {
    ...aria,
    id,
    disabled,
    onBlur,
    defaultOpen: props.autoOpen ?? false,
    className: "sc-editor-wide",
    status: aria["aria-invalid"] ? ("error" as const) : ("" as const),
    placeholder: messages.form.select(title),
    value: readWire(value, of),
  };
  if (of === "time") return <TimePicker {...shared} format={wire} onChange={(day) => write(day as Dayjs | null)} />;
  return (
    <DatePicker
      {...shared}
      picker={of === "month" ? "month" : "date"}
      showTime={of === "datetime"}
      {...("format" in options && options.format ? { format: options.format } : {})}
      onChange={(day) => write(day as Dayjs | null)}
    />
  );
}

function readWire(value: unknown, of: keyof typeof wireFormats): Dayjs | null {
  if (typeof value !== "string" || value === "") return null;
  const day = of === "time" ? dayjs(value, ["HH:mm:ss", "HH:mm"]) : dayjs(value);
  return day.isValid() ? day : null;
}
