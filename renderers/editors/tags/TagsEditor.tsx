import { Select } from "antd";
import Input from "antd/es/input/Input";
import { commaParts } from "../../../runtime/format/text.ts";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { tagPairs } from "./tag-pairs.ts";
import "../choice-select.css";

/** Free short words, stored as one comma-joined text; words of one length in one line, parted by semicolons. */
export function TagsEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange, onBlur } = props;
  const every = options.type === "tags" ? options.every : undefined;
  const shared = {
    ...aria,
    id,
    disabled,
    onBlur,
    status: aria["aria-invalid"] ? ("error" as const) : ("" as const),
    placeholder: messages.form.input(title),
  };
  if (every !== undefined) {
    return (
      <Input
        {...shared}
        value={value === null || value === undefined ? "" : String(value)}
        onChange={(event) => onChange(tagPairs(event.target.value, every) || null)}
      />
    );
  }
  // A comma or Enter ends a word, leaving takes the last one, the delete key takes one away: antd's own.
  return (
    <Select<string[]>
      {...shared}
      mode="tags"
      className="sc-select"
      open={false}
      suffixIcon={null}
      autoFocus={props.autoOpen ?? false}
      tokenSeparators={separators}
      value={[...commaParts(value)]}
      onChange={(next) => onChange(next.flatMap(partsOf).join(",") || null)}
    />
  );
}

const separators = [",", "，"];
/** A word that was put in whole may hold separators. */
const partsOf = (word: string): readonly string[] => commaParts(word.replaceAll("，", ","));
