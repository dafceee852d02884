import { TextInput } from "../../layouts/TextInput.tsx";
import { messages } from "../../messages.ts";
import type { FilterProps } from "../filter-props.ts";

/** Characters that a search takes. */
const longestSearch = 500;

/** One line of text, cut at what a search takes. */
export function TextFilter({ id, item, value, services, onChange }: FilterProps) {
  const change = (text: string) => {
    if (text.length > longestSearch) services.notify("warning", messages.form.cutText(longestSearch));
    onChange(text.slice(0, longestSearch));
  };
  return (
    <TextInput
      id={id}
      placeholder={messages.form.input(item.title)}
      value={typeof value === "string" ? value : ""}
      onChange={change}
    />
  );
}
