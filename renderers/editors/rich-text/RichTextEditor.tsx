import BoldOutlined from "@ant-design/icons/BoldOutlined";
import ClearOutlined from "@ant-design/icons/ClearOutlined";
import FontSizeOutlined from "@ant-design/icons/FontSizeOutlined";
import ItalicOutlined from "@ant-design/icons/ItalicOutlined";
import LinkOutlined from "@ant-design/icons/LinkOutlined";
import LoadingOutlined from "@ant-design/icons/LoadingOutlined";
import OrderedListOutlined from "@ant-design/icons/OrderedListOutlined";
import PictureOutlined from "@ant-design/icons/PictureOutlined";
import UnderlineOutlined from "@ant-design/icons/UnderlineOutlined";
import UnorderedListOutlined from "@ant-design/icons/UnorderedListOutlined";
import { Button } from "antd";
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { isSafeLink } from "../../../runtime/format/html-policy.ts";
import { textOfReason } from "../../../runtime/react/services.ts";
import type { EditorProps } from "../../form/editor-props.ts";
import { cleanHtml } from "../../html/clean-html.ts";
import { pickFiles } from "../../layouts/pick-files.ts";
import { messages } from "../../messages.ts";
import { LinkForm } from "./LinkForm.tsx";
import "../../html/html.css";
import "./rich-text.css";

const texts = messages.richText;

/** What a button does to the selected words; a block command goes back to a paragraph when it stands already. */
interface Command {
  readonly name: string;
  readonly icon: ComponentType;
  readonly command: string;
  readonly block?: string;
}

const commands: readonly Command[] = [
  { name: texts.heading, icon: FontSizeOutlined, command: "formatBlock", block: "h3" },
  { name: texts.bold, icon: BoldOutlined, command: "bold" },
  { name: texts.italic, icon: ItalicOutlined, command: "italic" },
  { name: texts.underline, icon: UnderlineOutlined, command: "underline" },
  { name: texts.bullets, icon: UnorderedListOutlined, command: "insertUnorderedList" },
  { name: texts.numbers, icon: OrderedListOutlined, command: "insertOrderedList" },
];

/** Text with headings, lists, emphasis and links. What is typed or pasted is cleaned here and again when it is saved. */
export function RichTextEditor(props: EditorProps) {
  const { id, title, options, value, disabled, aria, services, onChange, onBlur, onBusy } = props;
  const area = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  const selection = useRef<Range>(undefined);
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set());
  const [isLinking, setLinking] = useState(false);
  const [sending, setSending] = useState(0);
  const height = options.type === "rich-text" ? (options.height ?? 240) : 240;
  const html = typeof value === "string" ? value : "";

  // The caret would jump if its own text were written back: only a value from outside is drawn.
  useEffect(() => {
    if (!area.current || html === (written.current ?? "")) return;
    area.current.innerHTML = cleanHtml(html);
    written.current = html;
  }, [html]);

  function report(): void {
    const text = cleanHtml(area.current?.innerHTML ?? "");
    const isEmpty = text.replaceAll(/<(?!img|hr)[^>]*>|&nbsp;|\s/g, "") === "";
    written.current = isEmpty ? null : text;
    onChange(written.current);
  }

  function run({ command, block }: Pick<Command, "command" | "block">): void {
    area.current?.focus();
    const isOn = block !== undefined && blockAtCaret() === block;
    document.execCommand(command, false, block === undefined ? undefined : isOn ? "p" : block);
    report();
    look();
  }

  /** Which buttons hold for the words at the caret. */
  function look(): void {
    const on = commands.filter(({ command, block }) =>
      block === undefined ? document.queryCommandState(command) : blockAtCaret() === block,
    );
    setPressed(new Set(on.map(({ name }) => name)));
  }

  /** Stores pictures and puts each where the caret is; what is refused is told and leaves the text as it is. */
  async function insertPictures(files: readonly File[]): Promise<void> {
    const pictures = files.filter((file) => file.type.startsWith("image/"));
    if (pictures.length === 0) return;
    const at = caretIn(area.current);
    setSending((count) => count + 1);
    onBusy?.(true);
    try {
      for (const file of pictures) {
        const path = await services.upload(file, { biz: "upload" });
        restore(area.current, at);
        document.execCommand("insertHTML", false, pictureHtml(services.fileUrl(path), file.name));
      }
      report();
    } catch (reason) {
      services.notify("error", textOfReason(reason), reason);
    } finally {
      setSending((count) => count - 1);
      onBusy?.(false);
    }
  }

  function paste(event: React.ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length > 0 && event.clipboardData.getData("text/plain") === "") {
      event.preventDefault();
      void insertPictures(files);
      return;
    }
    const pasted = event.clipboardData.getData("text/html");
    if (pasted === "") return;
    event.preventDefault();
    document.execCommand("insertHTML", false, cleanHtml(pasted));
    report();
  }

  function openLink(): void {
    const chosen = window.getSelection();
    selection.current = chosen && chosen.rangeCount > 0 ? chosen.getRangeAt(0).cloneRange() : undefined;
    setLinking(true);
  }

  function setLink(address: string): void {
    setLinking(false);
    area.current?.focus();
    if (selection.current) {
      const chosen = window.getSelection();
      chosen?.removeAllRanges();
      chosen?.addRange(selection.current);
    }
    if (address === "") document.execCommand("unlink");
    else if (!isSafeLink(address)) return;
    else if (window.getSelection()?.isCollapsed) document.execCommand("insertText", false, address);
    else document.execCommand("createLink", false, address);
    report();
  }

  return (
    <div className="sc-rich sc-typed" data-invalid={aria["aria-invalid"]} data-disabled={disabled || undefined}>
      <div className="sc-rich-bar sc-under sc-line sc-wrap" role="toolbar" aria-label={texts.toolbar}>
        {commands.map(({ name, icon: Shape, ...command }) => (
          <Tool key={name} name={name} pressed={pressed.has(name)} disabled={disabled} press={() => run(command)}>
            <Shape />
          </Tool>
        ))}
        <Tool name={texts.link} pressed={isLinking} disabled={disabled} press={openLink}>
          <LinkOutlined />
        </Tool>
        <Tool
          name={texts.picture}
          disabled={disabled || sending > 0}
          press={() => void pickFiles({ accept: "image/*", multiple: true }).then(insertPictures)}
        >
          {sending > 0 ? <LoadingOutlined /> : <PictureOutlined />}
        </Tool>
        <Tool
          name={texts.plain}
          disabled={disabled}
          press={() => {
            run({ command: "removeFormat" });
            run({ command: "unlink" });
          }}
        >
          <ClearOutlined />
        </Tool>
      </div>
      {isLinking ? <LinkForm onDone={setLink} onCancel={() => setLinking(false)} /> : null}
      {/* biome-ignore lint/a11y/useSemanticElements: no element of HTML edits formatted text */}
      <div
        {...aria}
        ref={area}
        id={id}
        className="sc-rich-area sc-html"
        style={{ minHeight: height }}
        role="textbox"
        aria-multiline="true"
        aria-label={title}
        tabIndex={disabled ? -1 : 0}
        contentEditable={!disabled}
        suppressContentEditableWarning
        data-placeholder={messages.form.input(title)}
        data-empty={html === "" || undefined}
        onInput={report}
        onKeyUp={look}
        onMouseUp={look}
        onPaste={paste}
        onBlur={onBlur}
      />
    </div>
  );
}

interface ToolProps {
  readonly name: string;
  readonly pressed?: boolean;
  readonly disabled: boolean;
  press(): void;
  readonly children: ReactNode;
}

/** A button that leaves the selected words selected. */
function Tool({ name, pressed = false, disabled, press, children }: ToolProps) {
  return (
    <Button
      type="text"
      color={pressed ? "primary" : "default"}
      variant={pressed ? "filled" : "text"}
      icon={children}
      title={name}
      aria-label={name}
      aria-pressed={pressed}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    />
  );
}

function blockAtCaret(): string {
  return document.queryCommandValue("formatBlock").toLowerCase();
}

/** Where the caret stands in the text; undefined when it is elsewhere. */
function caretIn(area: HTMLElement | null): Range | undefined {
  const chosen = window.getSelection();
  const range = chosen && chosen.rangeCount > 0 ? chosen.getRangeAt(0) : undefined;
  return range && area?.contains(range.startContainer) ? range.cloneRange() : undefined;
}

/** Back to the text after the file dialog; without a place in it, to its end. */
function restore(area: HTMLElement | null, at: Range | undefined): void {
  area?.focus();
  const chosen = window.getSelection();
  if (!area || !chosen) return;
  const range = at ?? document.createRange();
  if (!at) {
    range.selectNodeContents(area);
    range.collapse(false);
  }
  chosen.removeAllRanges();
  chosen.addRange(range);
}

function pictureHtml(src: string, alt: string): string {
  const picture = document.createElement("img");
  picture.setAttribute("src", src);
  picture.setAttribute("alt", alt);
  return picture.outerHTML;
}
