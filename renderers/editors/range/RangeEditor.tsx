import { type DatePair, DateRangeInput } from "../date/DateRangeInput.tsx";
import type { EditorProps } from "../editor-props.ts";

/** From and to, stored as a comma pair. One end alone stays in the form, whose check asks for the other. */
export function RangeEditor({ id, title, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  return (
    <DateRangeInput
      id={id}
      title={title}
      of={options.type === "range" ? (options.of ?? "date") : "date"}
      value={splitPair(typeof value === "string" ? value : "")}
      disabled={disabled}
      aria={aria}
      onChange={(pair) => onChange(joinPair(pair))}
      onBlur={onBlur}
    />
  );
}

const joinPair = ([begin, end]: DatePair): string | null => (begin || end ? `${begin ?? ""},${end ?? ""}` : null);

function splitPair(text: string): DatePair {
  const [begin = "", end = ""] = text.split(",");
  return [begin || null, end || null];
}
