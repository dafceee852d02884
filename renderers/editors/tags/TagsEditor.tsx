import { Select } from "antd";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { messages } from "../../messages.ts";

/** Free short words, stored as one comma-joined text. */
export function TagsEditor({ id, title, value, disabled, aria, onChange, onBlur }: EditorProps) {
  return (
    <Select<string[]>
      {...aria}
      id={id}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[",", "，"]}
      className="sc-editor-wide"
      status={aria["aria-invalid"] ? "error" : ""}
      disabled={disabled}
      placeholder={messages.form.input(title)}
      value={commaParts(value)}
      onChange={(next) => onChange(next.length > 0 ? next.join(",") : null)}
      onBlur={onBlur}
    />
  );
}
