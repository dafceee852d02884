import TextArea from "antd/es/input/TextArea";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { counted, isTooLong } from "../text-limit.ts";

/** Characters of a field from which on nobody counts. */
const countedUpTo = 2000;

/** Several lines of text with their count where the field is limited. */
export function TextareaEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "textarea" ? options : undefined;
  const text = typedText(value);
  return (
    <TextArea
      {...aria}
      id={id}
      status={aria["aria-invalid"] || isTooLong(text, field.maxLength) ? "error" : ""}
      rows={props?.rows ?? 3}
      {...(field.maxLength !== undefined && field.maxLength <= countedUpTo ? { count: counted(field.maxLength) } : {})}
      disabled={disabled}
      placeholder={props?.placeholder ?? messages.form.input(title)}
      value={text}
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
