import { useState } from "react";
import { CodeField } from "../../code/CodeField.tsx";
import { codeMessages } from "../../code/code-messages.ts";
import type { CodeProps } from "../../code/code-props.ts";
import type { EditorProps } from "../../form/editor-props.ts";

const languages: Readonly<Record<string, CodeProps["language"]>> = { sql: "sql", json: "json" };

/** Code with line numbers and colours. A JSON field is edited as laid-out text and stored as what that says. */
export function CodeEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "code-editor" ? options : undefined;
  const isJson = field.type === "json";
  const [typed, setTyped] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const stored = textOf(value);
  const handleChange = (text: string) => {
    setTyped(text);
    onChange(isJson ? readJson(text) : text);
  };
  // Wrong JSON stays as it was typed; what was stored in between is another text.
  const isTyped = typed !== undefined && (isJson ? textOf(readJson(typed)) === stored : typed === stored);
  return (
    <div className="sc-typed" data-invalid={aria["aria-invalid"]}>
      <CodeField
        id={id}
        label={title}
        aria={{ ...aria, "aria-disabled": disabled || undefined }}
        value={isTyped ? typed : stored}
        language={isJson ? "json" : (languages[props?.language ?? ""] ?? "plaintext")}
        height={props?.height ?? 200}
        readOnly={disabled}
        onChange={handleChange}
        onBlur={onBlur}
        onLeaving={setLeaving}
      />
      <div className="sc-code-foot sc-over sc-line sc-wrap sc-hint">
        {isLeaving ? codeMessages.leaving : codeMessages.wayOut}
      </div>
    </div>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}

/** A text that is no JSON is the value itself: the field's own check says so. */
function readJson(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
