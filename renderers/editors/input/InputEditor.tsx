import { Input } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** One line of text. */
export function InputEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const placeholder = options.type === "input" ? options.placeholder : undefined;
  return (
    <Input
      {...aria}
      id={id}
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      maxLength={field.maxLength}
      placeholder={placeholder ?? messages.form.input(title)}
      value={value === null || value === undefined ? "" : String(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
