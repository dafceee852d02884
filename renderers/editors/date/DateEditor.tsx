import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { DateInput } from "./DateInput.tsx";
import { dateKind, shownFormat } from "./date-text.ts";

/** A day, a day with time, a month or a time of day, text in, text out. What is no date stays, for the form to refuse. */
export function DateEditor({ title, field, options, autoOpen = false, ...props }: EditorProps) {
  const of = dateKind(options.type);
  return (
    <DateInput
      id={props.id}
      of={of}
      format={shownFormat(of, options)}
      holdsDays={field.type === "date"}
      placeholder={messages.form.select(title)}
      aria={props.aria}
      disabled={props.disabled}
      autoOpen={autoOpen}
      waits={autoOpen}
      value={props.value}
      onChange={props.onChange}
      onBlur={props.onBlur}
    />
  );
}
