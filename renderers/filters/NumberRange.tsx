import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";
import { TextInput } from "./TextInput.tsx";

/** Two bounds of an amount or a count; either may stay empty. */
export function NumberRange({ id, item, value, onChange }: FilterProps) {
  const [begin = "", end = ""] = Array.isArray(value) ? value.map((part) => String(part ?? "")) : [];
  return (
    <span className="sc-number-range">
      <TextInput
        id={id}
        inputMode="decimal"
        placeholder={messages.list.rangeStart}
        value={begin}
        onChange={(text) => onChange([numberText(text), end])}
      />
      –
      <TextInput
        inputMode="decimal"
        aria-label={`${item.title} ${messages.list.rangeEnd}`}
        placeholder={messages.list.rangeEnd}
        value={end}
        onChange={(text) => onChange([begin, numberText(text)])}
      />
    </span>
  );
}

/** Keeps an optional minus, digits and one point; anything else is not typed. */
function numberText(text: string): string {
  return /^-?\d*\.?\d*/.exec(text.trim())?.[0] ?? "";
}
