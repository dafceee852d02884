import CompressOutlined from "@ant-design/icons/CompressOutlined";
import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import { Button } from "antd";
import TextArea from "antd/es/input/TextArea";
import { useState } from "react";
import { type CodeLanguage, codeLanguages } from "../../../runtime/format/code-languages.ts";
import { loadPart } from "../../../runtime/react/lazy-part.ts";
import { CodeField } from "../../code/CodeField.tsx";
import { codeMessages } from "../../code/code-messages.ts";
import type { OpenedCode } from "../../code/code-props.ts";
import { jsonProblem } from "../../code/json-problem.ts";
import type { JsonSchema } from "../../code/json-schemas.ts";
import { FillWindow } from "../../layouts/FillWindow.tsx";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import type { EditorProps } from "../editor-props.ts";

/** PCK-11, pixels. */
const usualHeight = 240;

/** Code with line numbers and colours, plain text on phones. A JSON field is edited as laid-out text and stored as what that says. */
export function CodeEditor({ id, title, field, options, value, disabled, aria, onChange, onBlur }: EditorProps) {
  const props = options.type === "code-editor" ? options : undefined;
  const isJson = field.type === "json";
  const language = isJson ? "json" : knownLanguage(props?.language);
  const isPhone = useMedia(mobileQuery);
  const [typed, setTyped] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const [isFull, setFull] = useState(false);
  const stored = textOf(value);
  const handleChange = (text: string) => {
    setTyped(text);
    onChange(isJson ? readJson(text) : text === "" ? null : text);
  };
  // Wrong JSON stays as it was typed; what was stored in between is another text.
  const isTyped = typed !== undefined && (isJson ? textOf(readJson(typed)) === stored : typed === stored);
  const text = isTyped ? typed : stored;
  const height = props?.height ?? usualHeight;
  const placeholder = props?.placeholder ?? codeMessages.hint(language === "plaintext" ? "" : language);
  const problem = language === "json" ? jsonProblem(text) : undefined;
  const shared = { id, placeholder, onBlur };
  const wayOut = isPhone ? "" : wayOutOf(isLeaving, isFull);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles from the editor inside
    <div
      onKeyDownCapture={(event) => {
        // The first Esc frees Tab, and the editor would take the second one too.
        if (!isFull || !isLeaving || event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        setFull(false);
      }}
    >
      <FillWindow className="sc-typed" isFull={isFull} isInvalid={aria["aria-invalid"]} onLeave={() => setFull(false)}>
        {isPhone ? (
          <TextArea
            {...aria}
            {...shared}
            aria-label={title}
            variant="borderless"
            styles={{ textarea: { height, resize: "vertical", fontFamily: "var(--mono)" } }}
            spellCheck={false}
            autoCapitalize="off"
            disabled={disabled}
            value={text}
            onChange={(event) => handleChange(event.target.value)}
          />
        ) : (
          <CodeField
            {...shared}
            label={title}
            aria={{ ...aria, "aria-disabled": disabled || undefined }}
            value={text}
            language={language}
            height={isFull ? "100%" : height}
            readOnly={disabled}
            onChange={handleChange}
            onLeaving={setLeaving}
            onOpened={language === "json" && props?.schema !== undefined ? help(props.schema) : undefined}
          />
        )}
        <div className="sc-code-foot sc-over sc-line sc-wrap sc-hint">
          {problem ? <span className="sc-bad">{problem}</span> : null}
          <span className="sc-grow">{wayOut}</span>
          {isPhone ? null : (
            <Button
              type="text"
              size="small"
              icon={isFull ? <CompressOutlined aria-hidden="true" /> : <ExpandOutlined aria-hidden="true" />}
              onClick={() => setFull(!isFull)}
            >
              {isFull ? codeMessages.exitFull : codeMessages.full}
            </Button>
          )}
        </div>
      </FillWindow>
    </div>
  );
}

/** Completion, explanation and marks by a schema come when the editor is there. */
const help = (schema: JsonSchema | string) => (code: OpenedCode) => {
  let close: (() => void) | undefined;
  let isClosed = false;
  void loadPart(async () => {
    const { documentSchemas, openJsonSchema } = await import("../../code/json-schemas.ts");
    const found = typeof schema === "string" ? await documentSchemas[schema]?.() : schema;
    if (found && !isClosed) close = openJsonSchema(code, found);
  }).catch(() => undefined); // without help the text is edited all the same, and the server checks it
  return () => {
    isClosed = true;
    close?.();
  };
};

function wayOutOf(isLeaving: boolean, isFull: boolean): string {
  if (!isLeaving) return codeMessages.wayOut;
  return isFull ? codeMessages.leavingFull : codeMessages.leaving;
}

const knownLanguage = (name: string | undefined): CodeLanguage =>
  codeLanguages.find((each) => each === name) ?? "plaintext";

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
