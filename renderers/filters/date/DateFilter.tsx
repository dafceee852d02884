import { DateInput } from "../../editors/date/DateInput.tsx";
import { DateRangeInput } from "../../editors/date/DateRangeInput.tsx";
import { dateKind, shownFormat } from "../../editors/date/date-text.ts";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";

/** A day, a month, a time, or two of them. Days are sent as days: the server reads the end as 23:59:59. */
export function DateFilter({ id, item, value, onChange }: FilterProps) {
  const props = item.editor.kind === "editor" ? item.editor.props : undefined;
  if (props?.type === "range") {
    const [begin, end] = Array.isArray(value) ? value.map(textOf) : [];
    return (
      <DateRangeInput
        id={id}
        title={item.title}
        of={props.of ?? "date"}
        value={[begin ?? null, end ?? null]}
        onChange={(pair) => onChange(pair.some(Boolean) ? pair.map((part) => part ?? "") : undefined)}
      />
    );
  }
  const of = dateKind(props?.type ?? "date");
  return (
    <DateInput
      id={id}
      of={of}
      format={shownFormat(of)}
      placeholder={messages.form.select(item.title)}
      value={value}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

const textOf = (part: unknown): string | null => (typeof part === "string" && part ? part : null);
