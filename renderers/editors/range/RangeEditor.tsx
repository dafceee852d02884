import { useState } from "react";
import type { EditorProps } from "../../form/editor-props.ts";
import { type DatePair, DateRangeInput } from "../date/DateRangeInput.tsx";

/** From and to, stored as a comma pair. */
export function RangeEditor({ id, title, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const stored = typeof value === "string" ? value : "";
  // One end alone is nothing to store yet.
  const [pair, setPair] = useState<DatePair>([null, null]);
  const joined = joinPair(pair);
  const shown = joined === null && stored === "" ? pair : splitPair(stored);
  return (
    <DateRangeInput
      id={id}
      title={title}
      of={options.type === "range" ? (options.of ?? "date") : "date"}
      value={shown}
      disabled={disabled}
      aria={aria}
      onChange={(next) => {
        setPair(next);
        onChange(joinPair(next));
      }}
      onBlur={onBlur}
    />
  );
}

const joinPair = ([begin, end]: DatePair): string | null => (begin && end ? `${begin},${end}` : null);

function splitPair(text: string): DatePair {
  const [begin = "", end = ""] = text.split(",");
  return [begin || null, end || null];
}
