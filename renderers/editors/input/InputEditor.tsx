import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import "../../layouts/box.css";

/** One line of text, in plain markup: a form of texts opens without antd's controls. */
export function InputEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const placeholder = options.type === "input" ? options.placeholder : undefined;
  return (
    <input
      {...aria}
      id={id}
      type="text"
      className="sc-box"
      disabled={disabled}
      maxLength={field.maxLength}
      placeholder={placeholder ?? messages.form.input(title)}
      value={value === null || value === undefined ? "" : String(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
