import { DatePicker } from "antd";
import type { Dayjs } from "dayjs";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { dateSpans } from "./date-spans.ts";
import { type DateKind, readWire, shownFormat, writeWire } from "./date-text.ts";
import { TypedDates, typedPicker } from "./TypedInput.tsx";
import { useTypedDate } from "./use-typed-date.ts";
import "./date.css";

/** Begin and end in their wire form, or what was typed while it is none. */
export type DatePair = readonly [string | null, string | null];

interface DateRangeInputProps {
  readonly id: string;
  readonly title: string;
  readonly of: DateKind;
  readonly value: DatePair;
  readonly aria?: EditorProps["aria"];
  readonly disabled?: boolean;
  onChange(value: DatePair): void;
  onBlur?(): void;
}

/** antd's RangePicker over wire texts; either end may stay empty, both are chosen or typed. */
export function DateRangeInput(props: DateRangeInputProps) {
  const { id, title, of, value, aria, disabled = false, onChange } = props;
  const [begin, end] = value;
  const format = shownFormat(of);
  // The label stands at the first box.
  const [beginText, endText] = messages.list.dateRange[of];
  const endName = `${title} ${endText}`;
  const typed = [
    useTypedDate({ of, format, value: begin, onChange: (next) => onChange([next, end]) }),
    useTypedDate({ of, format, value: end, onChange: (next) => onChange([begin, next]) }),
  ];
  const choose = (days: readonly (Dayjs | null)[] | null) => {
    const [from, to] = (days ?? []).map((day) => (day ? writeWire(day, of) : null));
    onChange([from ?? null, to ?? null]);
  };
  return (
    <TypedDates value={typed.map((one, at) => (at === 0 ? one : { ...one, label: endName }))}>
      <DatePicker.RangePicker
        {...aria}
        id={{ start: id, end: `${id}-end` }}
        {...typedPicker}
        picker={of === "datetime" ? "date" : of}
        showTime={of === "datetime"}
        format={format}
        presets={dateSpans(of)}
        allowEmpty={[true, true]}
        status={aria?.["aria-invalid"] || typed.some(({ isWrong }) => isWrong) ? "error" : ""}
        disabled={disabled}
        placeholder={[beginText, endText]}
        value={[readWire(begin, of), readWire(end, of)]}
        onChange={choose}
        onBlur={() => {
          for (const one of typed) one.end();
          props.onBlur?.();
        }}
      />
    </TypedDates>
  );
}
