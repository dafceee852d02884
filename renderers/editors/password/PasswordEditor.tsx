import { Input } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** A secret: never shown unless the eye is pressed, never filled in by the browser. */
export function PasswordEditor({ id, title, field, value, disabled, aria, onChange, onBlur }: EditorProps) {
  return (
    <Input.Password
      {...aria}
      id={id}
      autoComplete="new-password"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      maxLength={field.maxLength}
      placeholder={messages.form.input(title)}
      value={value === null || value === undefined ? "" : String(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}
