import { NumberInput } from "../../editors/number/NumberInput.tsx";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";

/** Two bounds of an amount or a count; either may stay empty. */
export function NumberRangeFilter({ id, item, value, onChange }: FilterProps) {
  const [begin = "", end = ""] = Array.isArray(value) ? value.map((part) => String(part ?? "")) : [];
  return (
    <span className="sc-line sc-muted">
      <NumberInput
        id={id}
        scale={item.field.scale}
        controls={false}
        placeholder={messages.list.rangeStart}
        value={numberIn(begin)}
        onChange={(next) => onChange([textOf(next), end])}
      />
      –
      <NumberInput
        aria-label={`${item.title} ${messages.list.rangeEnd}`}
        scale={item.field.scale}
        controls={false}
        placeholder={messages.list.rangeEnd}
        value={numberIn(end)}
        onChange={(next) => onChange([begin, textOf(next)])}
      />
    </span>
  );
}

const numberIn = (text: string): number | null => (text === "" ? null : Number(text));
const textOf = (number: number | null): string => (number === null ? "" : String(number));
