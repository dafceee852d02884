import { Input, Select } from "antd";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { tagPairs } from "../../grid/tag-pairs.ts";
import { messages } from "../../messages.ts";

/** Free short words, stored as one comma-joined text; words of one length in one line, parted by semicolons. */
export function TagsEditor({ id, title, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const every = options.type === "tags" ? options.every : undefined;
  if (every !== undefined) {
    return (
      <Input
        {...aria}
        id={id}
        status={aria["aria-invalid"] ? "error" : ""}
        disabled={disabled}
        placeholder={messages.form.input(title)}
        value={value === null || value === undefined ? "" : String(value)}
        onChange={(event) => onChange(tagPairs(event.target.value, every) || null)}
        onBlur={onBlur}
      />
    );
  }
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
