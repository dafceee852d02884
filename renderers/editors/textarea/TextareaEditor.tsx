import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";
import "../../layouts/box.css";

/** Several lines of text with their count where the field is limited. */
export function TextareaEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "textarea" ? options : undefined;
  const limited = field.maxLength !== undefined && field.maxLength <= 2000;
  const text = typedText(value);
  return (
    <>
      <textarea
        {...aria}
        id={id}
        className="sc-box"
        rows={props?.rows ?? 3}
        maxLength={field.maxLength}
        disabled={disabled}
        placeholder={props?.placeholder ?? messages.form.input(title)}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {limited ? (
        <span className="sc-box-count sc-num" aria-hidden="true">
          {text.length} / {field.maxLength}
        </span>
      ) : null}
    </>
  );
}

/** The text to be edited; a value that is no text (a JSON field) is laid out in lines. */
function typedText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
