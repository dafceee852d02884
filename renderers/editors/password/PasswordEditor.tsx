import Password from "antd/es/input/Password";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { isTooLong } from "../text-limit.ts";

/** A secret: never shown unless the eye is pressed, never filled in by the browser. */
export function PasswordEditor({ id, title, field, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const text = value === null || value === undefined ? "" : String(value);
  return (
    <Password
      {...aria}
      id={id}
      status={aria["aria-invalid"] || isTooLong(text, field.maxLength) ? "error" : ""}
      autoComplete="new-password"
      disabled={disabled}
      placeholder={messages.form.input(title)}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
