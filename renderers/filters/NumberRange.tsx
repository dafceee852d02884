import { Input, Space } from "antd";
import { messages } from "../messages.ts";
import type { FilterProps } from "./FilterControl.tsx";

/** Two bounds of an amount or a count; either may stay empty. */
export function NumberRange({ id, item, value, onChange }: FilterProps) {
  const [begin = "", end = ""] = Array.isArray(value) ? value.map((part) => String(part ?? "")) : [];
  return (
    <Space.Compact block>
      <Input
        id={id}
        inputMode="decimal"
        placeholder={messages.list.rangeStart}
        value={begin}
        onChange={(event) => onChange([numberText(event.target.value), end])}
      />
      <Input
        inputMode="decimal"
        aria-label={`${item.title} ${messages.list.rangeEnd}`}
        placeholder={messages.list.rangeEnd}
        value={end}
        onChange={(event) => onChange([begin, numberText(event.target.value)])}
      />
    </Space.Compact>
  );
}

/** Keeps an optional minus, digits and one point; anything else is not typed. */
function numberText(text: string): string {
  return /^-?\d*\.?\d*/.exec(text.trim())?.[0] ?? "";
}
