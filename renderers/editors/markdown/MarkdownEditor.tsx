import { Flex, Segmented } from "antd";
import TextArea, { type TextAreaRef } from "antd/es/input/TextArea";
import {
  type ClipboardEvent,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type UIEvent,
  useDeferredValue,
  useRef,
  useState,
} from "react";
import { FillWindow } from "../../layouts/FillWindow.tsx";
import { mobileQuery, useMedia } from "../../layouts/use-media.ts";
import { SafeMarkdown } from "../../markdown/SafeMarkdown.tsx";
import { messages } from "../../messages.ts";
import type { EditorProps } from "../editor-props.ts";
import { LinkDialog } from "../writing/LinkDialog.tsx";
import { type Picture, PictureDialog } from "../writing/PictureDialog.tsx";
import { picturesOf, sendPictures } from "../writing/send-pictures.ts";
import { type Tool, WritingBar } from "../writing/WritingBar.tsx";
import { writingMessages } from "../writing/writing-messages.ts";
import {
  type Edit,
  escapeAddress,
  escapeWords,
  insertWords,
  nextListLine,
  type Selected,
  wrap,
} from "./markdown-edits.ts";
import { markdownGroups } from "./markdown-tools.tsx";

const texts = writingMessages;

/** PCK-12, pixels. */
const usualHeight = 300;
const leastHeight = 200;

const half: CSSProperties = { flex: "1 1 0", minWidth: 0, height: "100%" };
const sourceLook: CSSProperties = { ...half, resize: "none", fontFamily: "var(--mono)", fontSize: 13 };
const previewLook: CSSProperties = {
  ...half,
  padding: "8px 16px",
  overflow: "auto",
  borderInlineStart: "1px solid var(--line)",
};

const shortcuts: Readonly<Record<string, string>> = { b: "**", i: "*" };

/** Markdown beside what it becomes; on phones one or the other. Pictures may be pasted and dropped. */
export function MarkdownEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, onChange, onBlur } = props;
  const own = options.type === "markdown" ? options : undefined;
  const area = useRef<TextAreaRef>(null);
  const preview = useRef<HTMLElement>(null);
  const isPhone = useMedia(mobileQuery);
  const [isFull, setFull] = useState(false);
  const [side, setSide] = useState<"source" | "preview">("source");
  const [dialog, setDialog] = useState<"picture" | "link">();
  const [sending, setSending] = useState(0);
  const text = typeof value === "string" ? value : "";
  const shown = useDeferredValue(text);
  const control = () => area.current?.resizableTextArea?.textArea;

  const selected = (): Selected => {
    const { value: now = text, selectionStart: start = now.length, selectionEnd: end = now.length } = control() ?? {};
    return { text: now, start, end };
  };
  const apply = ({ from, to, insert, start, end }: Edit) => {
    const element = control();
    if (!element) return;
    element.focus();
    element.setSelectionRange(from, to);
    // Typing by command keeps the browser's own steps to undo; there is no other way that does.
    const isTyped = document.execCommand?.(insert === "" ? "delete" : "insertText", false, insert) ?? false;
    if (!isTyped) {
      element.setRangeText(insert, from, to, "end");
      onChange(element.value || null);
    }
    element.setSelectionRange(start, end);
  };
  const insertPictures = (pictures: readonly Picture[]) => {
    const marks = pictures.map(({ src, alt }) => `![${escapeWords(alt)}](${escapeAddress(src)})`);
    if (marks.length > 0) apply(insertWords(selected(), marks.join("\n")));
  };
  const take = async (event: ClipboardEvent | DragEvent, files: readonly File[]) => {
    if (disabled || files.length === 0) return;
    event.preventDefault();
    setSending((count) => count + files.length);
    const pictures = await sendPictures(files, props);
    setSending((count) => count - files.length);
    insertPictures(pictures);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const mark = event.ctrlKey || event.metaKey ? shortcuts[event.key] : undefined;
    const next = event.key === "Enter" && !event.shiftKey ? nextListLine(selected()) : undefined;
    const edit = mark === undefined ? next : wrap(selected(), mark, texts.words[mark === "*" ? "italic" : "bold"]);
    if (!edit) return;
    event.preventDefault();
    apply(edit);
  };
  const follow = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const beside = preview.current;
    if (!beside || scrollHeight <= clientHeight) return;
    beside.scrollTop = (scrollTop / (scrollHeight - clientHeight)) * (beside.scrollHeight - beside.clientHeight);
  };
  const groups = markdownGroups.map((group) =>
    group.map(({ name, icon, does }): Tool => {
      const run = () => (typeof does === "string" ? setDialog(does) : apply(does(selected())));
      return { key: name, name, icon, isClosed: isPhone && side === "preview", press: run };
    }),
  );
  const height = isFull ? "100%" : Math.max(leastHeight, own?.height ?? usualHeight);
  return (
    <FillWindow
      className="sc-typed"
      isFull={isFull}
      isInvalid={aria["aria-invalid"]}
      isDisabled={disabled}
      onLeave={() => setFull(false)}
    >
      <WritingBar
        groups={groups}
        disabled={disabled}
        isFull={isFull}
        onFull={setFull}
        end={
          <>
            <span className="sc-hint" role="status">
              {sending > 0 ? texts.sending(sending) : ""}
            </span>
            {isPhone ? (
              <Segmented
                size="small"
                value={side}
                onChange={setSide}
                options={[
                  { value: "source", label: texts.source },
                  { value: "preview", label: texts.preview },
                ]}
              />
            ) : null}
          </>
        }
      />
      <Flex style={{ height, minHeight: 0 }} onDrop={(event) => void take(event, picturesOf(event.dataTransfer.files))}>
        {isPhone && side === "preview" ? null : (
          <TextArea
            {...aria}
            ref={area}
            id={id}
            aria-label={title}
            variant="borderless"
            styles={{ textarea: sourceLook }}
            placeholder={messages.form.input(title)}
            disabled={disabled}
            value={text}
            onChange={(event) => onChange(event.target.value || null)}
            onBlur={onBlur}
            onKeyDown={press}
            onPaste={(event) => void take(event, picturesOf(event.clipboardData.files))}
            onScroll={follow}
          />
        )}
        {isPhone && side === "source" ? null : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          <section ref={preview} style={previewLook} aria-label={texts.preview} tabIndex={0}>
            {shown === "" ? <span className="sc-hint">{texts.emptyPreview}</span> : <SafeMarkdown text={shown} />}
          </section>
        )}
      </Flex>
      {dialog === "picture" ? (
        <PictureDialog
          editor={props}
          onClose={() => setDialog(undefined)}
          onDone={(pictures) => {
            setDialog(undefined);
            queueMicrotask(() => insertPictures(pictures));
          }}
        />
      ) : null}
      {dialog === "link" ? (
        <LinkDialog
          link={{ text: text.slice(selected().start, selected().end), href: "" }}
          onClose={() => setDialog(undefined)}
          onDone={({ text: words, href }) => {
            setDialog(undefined);
            queueMicrotask(() => apply(insertWords(selected(), `[${escapeWords(words)}](${escapeAddress(href)})`)));
          }}
        />
      ) : null}
    </FillWindow>
  );
}
