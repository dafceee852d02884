import { DatePicker, TimePicker } from "antd";
import type { Dayjs } from "dayjs";
import { type KeyboardEvent, useState } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import { calendarFormats, dateKind, readWire, writeWire } from "./date-text.ts";

/** The calendar of a date control, open at once: it has been touched. */
export function CalendarEditor(props: EditorProps) {
  const { id, title, options, disabled, aria, onBlur } = props;
  const [isOpen, setOpen] = useState(true);
  const of = dateKind(options);
  const write = (day: Dayjs | null) => props.onChange(writeWire(day, of, props.field));
  const shared = {
    ...aria,
    id,
    disabled,
    onBlur,
    autoFocus: true,
    defaultOpen: true,
    onOpenChange: setOpen,
    onKeyDown: (event: KeyboardEvent) => {
      // The key closes the calendar, not also the dialog that it stands in.
      if (event.key === "Escape" && isOpen && !props.autoOpen) event.stopPropagation();
    },
    className: "sc-editor-wide",
    status: aria["aria-invalid"] ? ("error" as const) : ("" as const),
    placeholder: messages.form.select(title),
    value: readWire(props.value, of),
  };
  if (of === "time") return <TimePicker {...shared} format="HH:mm" onChange={(day) => write(day as Dayjs | null)} />;
  return (
    <DatePicker
      {...shared}
      picker={of === "month" ? "month" : "date"}
      showTime={of === "datetime"}
      format={calendarFormats(options)}
      onChange={(day) => write(day as Dayjs | null)}
    />
  );
}
