import { Input } from "antd";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** Several lines of text with their count where the field is limited. */
export function TextareaEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "textarea" ? options : undefined;
  const limited = field.maxLength !== undefined && field.maxLength <= 2000;
  return (
    <Input.TextArea
      {...aria}
      id={id}
      rows={props?.rows ?? 3}
      showCount={limited}
      maxLength={field.maxLength}
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={props?.placeholder ?? messages.form.input(title)}
      value={typedText(value)}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** The text to be edited; a value that is no text (a JSON field) is laid out in lines. */
function typedText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
