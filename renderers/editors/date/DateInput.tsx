import { DatePicker } from "antd";
import type { Dayjs } from "dayjs";
import { type KeyboardEvent, useState } from "react";
import { opensAtOnce } from "../../layouts/opens-at-once.ts";
import type { EditorProps } from "../editor-props.ts";
import { readWire, writeWire } from "./date-text.ts";
import { TypedDates, typedPicker } from "./TypedInput.tsx";
import { type TypedDateOptions, useTypedDate } from "./use-typed-date.ts";
import "./date.css";

interface DateInputProps extends TypedDateOptions {
  readonly id?: string;
  /** Its name where no label stands beside it. */
  readonly label?: string;
  readonly placeholder: string;
  readonly aria?: EditorProps["aria"];
  readonly disabled?: boolean;
  /** The calendar stands open at once, with the focus. */
  readonly autoOpen?: boolean;
  onBlur?(): void;
}

/** antd's DatePicker over wire text: a date is chosen in the calendar or typed as people write it. */
export function DateInput(props: DateInputProps) {
  const { of, aria, disabled = false, autoOpen = false, waits = false, onBlur } = props;
  const typed = useTypedDate(props);
  const [isOpen, setOpen] = useState(autoOpen && !disabled);
  const choose = (day: Dayjs | readonly Dayjs[] | null) =>
    typed.choose(day && "format" in day ? writeWire(day, of, props.holdsDays) : null);
  const handleKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "ArrowDown" && !isOpen) {
      event.preventDefault();
      setOpen(true);
    }
    // It closes the calendar, not also what the control stands in.
    if (event.key === "Escape" && isOpen) event.stopPropagation();
  };
  return (
    <TypedDates value={[typed]}>
      <DatePicker
        {...aria}
        {...(props.id === undefined ? {} : { id: props.id })}
        {...(props.label === undefined ? {} : { "aria-label": props.label })}
        {...typedPicker}
        picker={of === "datetime" ? "date" : of}
        showTime={of === "datetime"}
        format={props.format}
        status={aria?.["aria-invalid"] || typed.isWrong ? "error" : ""}
        autoFocus={autoOpen}
        {...opensAtOnce(autoOpen)}
        disabled={disabled}
        placeholder={props.placeholder}
        value={readWire(props.value, of)}
        open={isOpen}
        onOpenChange={setOpen}
        onKeyDown={handleKeys}
        onChange={choose}
        // A time is chosen column by column; each choice counts, 确定 only closes. A cell takes the whole.
        {...(!waits && (of === "datetime" || of === "time") ? { onCalendarChange: choose } : {})}
        onBlur={() => {
          typed.end();
          onBlur?.();
        }}
      />
    </TypedDates>
  );
}
