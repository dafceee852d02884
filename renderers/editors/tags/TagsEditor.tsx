import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { type KeyboardEvent, useState } from "react";
import { commaParts } from "../../../runtime/format/text.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { tagPairs } from "../../grid/tag-pairs.ts";
import { messages } from "../../messages.ts";
import "../../layouts/box.css";
import "../../choice/choice.css";
import "./tags.css";

/** Free short words, stored as one comma-joined text; words of one length in one line, parted by semicolons. */
export function TagsEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange, onBlur } = props;
  const every = options.type === "tags" ? options.every : undefined;
  if (every === undefined) return <FreeTags {...props} />;
  return (
    <input
      {...aria}
      id={id}
      type="text"
      className="sc-box"
      disabled={disabled}
      placeholder={messages.form.input(title)}
      value={value === null || value === undefined ? "" : String(value)}
      onChange={(event) => onChange(tagPairs(event.target.value, every) || null)}
      onBlur={onBlur}
    />
  );
}

/** A comma or Enter ends a word, the delete key takes the last one away. */
function FreeTags({ id, title, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const [typed, setTyped] = useState("");
  const tags = commaParts(value);
  const write = (next: readonly string[]) => onChange(next.length > 0 ? [...new Set(next)].join(",") : null);
  const take = (text: string) => {
    setTyped("");
    if (text.trim() !== "") write([...tags, ...commaParts(text.replaceAll("，", ","))]);
  };
  const type = (text: string) => {
    const end = Math.max(text.lastIndexOf(","), text.lastIndexOf("，"));
    if (end < 0) return setTyped(text);
    take(text.slice(0, end));
    setTyped(text.slice(end + 1));
  };
  const handleKeys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      take(typed);
    } else if (event.key === "Tab") take(typed);
    else if (event.key === "Backspace" && typed === "" && tags.length > 0) write(tags.slice(0, -1));
  };
  return (
    <span className="sc-box sc-tags-box">
      {tags.map((tag) => (
        <span key={tag} className="sc-choice-tag" title={tag}>
          <span className="sc-cut">{tag}</span>
          {disabled ? null : (
            <button
              type="button"
              aria-label={messages.pick.removeOne(tag)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => write(tags.filter((other) => other !== tag))}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      <input
        {...aria}
        id={id}
        type="text"
        disabled={disabled}
        placeholder={tags.length > 0 ? undefined : messages.form.input(title)}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKeys}
        onBlur={() => {
          take(typed);
          onBlur();
        }}
      />
    </span>
  );
}
