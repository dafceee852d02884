// Alone: a form has no use for the searches and codes that come with antd's whole Input.
import Input from "antd/es/input/Input";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { isTooLong } from "../text-limit.ts";

/** One line of text. */
export function InputEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const placeholder = options.type === "input" ? options.placeholder : undefined;
  const text = value === null || value === undefined ? "" : String(value);
  return (
    <Input
      {...aria}
      id={id}
      status={aria["aria-invalid"] || isTooLong(text, field.maxLength) ? "error" : ""}
      disabled={disabled}
      placeholder={placeholder ?? messages.form.input(title)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
