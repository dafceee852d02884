import { Input } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** The code of a district, six digits. Choosing by name comes with the area data. */
export function AreaEditor({ id, value, disabled, aria, onChange, onBlur }: EditorProps) {
  return (
    <Input
      {...aria}
      id={id}
      inputMode="numeric"
      maxLength={6}
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={messages.form.areaCode}
      value={value === null || value === undefined ? "" : String(value)}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
      onBlur={onBlur}
    />
  );
}
