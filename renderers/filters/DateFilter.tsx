import { DatePicker, TimePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";

const formats = { date: "YYYY-MM-DD", datetime: "YYYY-MM-DD HH:mm:ss", time: "HH:mm:ss", month: "YYYY-MM" } as const;
type Of = keyof typeof formats;

/** A day, a month, a time, or two of them. Days are sent as days: the server reads the end as 23:59:59. */
export function DateFilter({ id, item, value, onChange }: FilterProps) {
  const props = item.editor.kind === "editor" ? item.editor.props : undefined;
  if (props?.type === "range") return <RangeFilter id={id} of={props.of ?? "date"} value={value} onChange={onChange} />;
  const of: Of = props?.type === "month" || props?.type === "time" || props?.type === "datetime" ? props.type : "date";
  return (
    <DatePicker
      id={id}
      autoFocus
      defaultOpen
      className="sc-filter-select"
      picker={of === "datetime" ? "date" : of}
      showTime={of === "datetime"}
      placeholder={messages.form.select(item.title)}
      value={typeof value === "string" && value ? dayjs(value) : null}
      onChange={(day) => onChange(day ? day.format(formats[of]) : undefined)}
    />
  );
}

interface RangeFilterProps {
  readonly id: string;
  readonly of: Of;
  readonly value: unknown;
  onChange(value: unknown): void;
}

function RangeFilter({ id, of, value, onChange }: RangeFilterProps) {
  const [begin, end] = Array.isArray(value) ? value.map(readDay) : [null, null];
  const change = (days: [Dayjs | null, Dayjs | null] | null) =>
    onChange(days ? days.map((day) => day?.format(formats[of]) ?? "") : undefined);
  const shared = {
    id,
    autoFocus: true,
    defaultOpen: true,
    className: "sc-filter-select",
    value: [begin ?? null, end ?? null] as [Dayjs | null, Dayjs | null],
  };
  if (of === "time") return <TimePicker.RangePicker {...shared} onChange={change} />;
  return (
    <DatePicker.RangePicker
      {...shared}
      picker={of === "month" ? "month" : "date"}
      showTime={of === "datetime"}
      allowEmpty={[true, true]}
      onChange={change}
    />
  );
}

function readDay(value: unknown): Dayjs | null {
  const day = typeof value === "string" && value ? dayjs(value) : undefined;
  return day?.isValid() ? day : null;
}
